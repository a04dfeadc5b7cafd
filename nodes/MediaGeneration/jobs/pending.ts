import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { ModelKind } from '../../../contract/catalog';
import type { JobHints } from '../answers/job/job';
import type { AskedFields } from './cost';
import { keep, type Kept } from './kept';
import type { Loss } from './lost';
import type { Look } from './look';
import type { OutputOptions } from './output';
import type { Storing } from './stored';

/** What there is to know of a job in the end: the API's last word on it, or nothing as long as it runs. */
export interface JobEnd extends Kept {
	/** Why there is none and will be none. */
	lost?: Loss;
}

/** A submitted job that a paused workflow waits for; kept in n8n's own storage, so plain data only. */
export interface PendingJob extends JobEnd {
	itemIndex: number;
	/** Its place among all requests of the run, by which callbacks name it. */
	index: number;
	kind: ModelKind;
	model: string;
	job_id?: string;
	status_url?: string;
	/** What its acceptance told that later answers may not repeat. */
	told?: IDataObject;
	etaSeconds: number;
	/** When this run had it accepted, in milliseconds since the Unix epoch; nothing where it is older. */
	acceptedAt?: number;
	output: OutputOptions;
	cost: AskedFields;
	/** Where the answer has what the node does not find by itself. */
	paths?: JobHints['paths'];
	/** Addresses that the request handed in, which are no result; of long ones a hash. */
	inputs?: string[];
}

/** An item that failed before there was a job, in a node that goes on on errors. */
export interface FailedSubmission {
	itemIndex: number;
	index: number;
	json: IDataObject;
}

/** Everything a paused node needs to go on, in whatever process it wakes. */
export interface PausedRun {
	/** Milliseconds since the Unix epoch. */
	pausedAt: number;
	/** From when on the workflow waits no more, in the same; nothing before it pauses. */
	givesUpAt?: number;
	jobs: PendingJob[];
	failed: FailedSubmission[];
}

/**
 * So much later than the user has it n8n ends a pause by itself, in milliseconds: until then the last look and the files
 * have time.
 */
export const ENDS_AFTER_MS = 120_000;
/** So long before that, n8n has what comes out: once it has ended the pause, it takes nothing more. */
const SPARE_MS = 15_000;

/** Until when the files of a run that has paused must be there, in milliseconds since the Unix epoch; nothing where there is no bound. */
export function filesUntil({ givesUpAt }: PausedRun): number | undefined {
	return givesUpAt === undefined ? undefined : givesUpAt + ENDS_AFTER_MS - SPARE_MS;
}

type Tell = (look: Look) => void;

/** Who is to be told of a job's end that is seen before the workflow pauses. It is not kept: another process may see a later one. */
const tellers = new WeakMap<PendingJob, Tell>();

/** Has somebody told when the end of this job is seen by the run that submitted it. */
export function onEnd(job: PendingJob, tell: Tell): void {
	tellers.set(job, tell);
}

/** Notes a job's end, and tells whoever is to be told. @param share as {@link keep} */
export function ended(job: PendingJob, look: Look, share: number): void {
	Object.assign(job, keep(look, share));
	tellers.get(job)?.(look);
}

/** Notes that the API tells nothing more of a job. */
export function lost(job: PendingJob, why: Loss): void {
	job.lost = why;
}

/** Whether a job need not be waited for any more. */
export function hasEnded({ answer, lost }: JobEnd): boolean {
	return answer !== undefined || lost !== undefined;
}

/** The place in the node's context where a paused run is kept. */
export const PAUSED_RUN = 'mediaGenerationPausedRun';

/** What helps to read the answers about a job. */
export function hintsOf({ paths, inputs }: PendingJob): JobHints {
	const known = new Set(inputs);
	return {
		paths,
		exclude: {
			has: (text) => known.has(text) || (text.length > LONGEST_INPUT && known.has(hashOf(text))),
		},
	};
}

/** A longer address is kept as its hash: it may be a file. */
const LONGEST_INPUT = 500;

/** Addresses that a request handed in, as they are kept. */
export const inputsOf = (addresses: Iterable<string>): string[] =>
	Array.from(addresses, (address) => (address.length > LONGEST_INPUT ? hashOf(address) : address));

const hashOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** How the files of a job that a workflow pauses for are stored. @param share as {@link Storing} */
export const storingOf = ({ kind, model, cost, output }: PendingJob, share: number): Storing => ({
	kind,
	model,
	prompt: cost.prompt,
	output,
	share,
});

/** The paused run in a node's context; nothing where the node has not paused. */
export function pausedRunIn(context: unknown): PausedRun | undefined {
	const kept =
		typeof context === 'object' && context !== null
			? Object.entries(context).find(([name]) => name === PAUSED_RUN)?.[1]
			: undefined;
	return isPausedRun(kept) ? kept : undefined;
}

function isPausedRun(kept: unknown): kept is PausedRun {
	if (typeof kept !== 'object' || kept === null) return false;
	return (
		'pausedAt' in kept &&
		typeof kept.pausedAt === 'number' &&
		'jobs' in kept &&
		Array.isArray(kept.jobs) &&
		'failed' in kept &&
		Array.isArray(kept.failed)
	);
}
