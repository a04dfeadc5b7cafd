import type { Job } from '../answers/job/job';
import type { IBinaryData } from 'n8n-workflow';
import type { NodeFailure } from '../failures/details';
import type { Loss } from './lost';

/** What became of a file that came within an answer: n8n has it, or could not store it; or why it is not there any more. */
export type FileInAnswer = { file: IBinaryData } | { failure: NodeFailure } | { why: Loss };

/** One answer about a job, and the answer as it came. */
export interface Look {
	job: Job;
	raw: unknown;
	/** What its acceptance told: what was charged, and further jobs. */
	accepted?: unknown;
	/** What became of files that came within the answer, at the places of their addresses; absent before they were stored. */
	files?: Array<FileInAnswer | null>;
}
