import type { IBinaryData } from 'n8n-workflow';
import type { Job } from '../answers/job/job';
import type { StoredFailure } from './storedFailure';

/** What became of a file that came within an answer: n8n has it, or why not. */
export type FileInAnswer = { file: IBinaryData } | { why: StoredFailure };

/** How a job stood in one answer, and the answer as it came. */
export interface JobSnapshot {
	job: Job;
	raw: unknown;
	/** What an earlier answer says was charged, in nanos; later ones may not repeat it. */
	charged?: bigint;
	/** What became of files that came within the answer, by the places of their addresses; absent before they were stored. */
	files?: Array<FileInAnswer | null>;
}
