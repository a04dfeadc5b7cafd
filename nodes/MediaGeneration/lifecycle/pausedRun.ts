import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { ModelKind } from '../../../contract/catalog';
import type { JobHints } from '../answers/job/job';
import { dataOf, isData } from '../support/data';
import { type Accepted, isAccepted } from './attempt';
import type { OutputOptions } from './output';
import type { RequestSummary } from './price';
import { attemptFrom, serializedAttempt } from './storedAttempt';

/** A row whose job a paused workflow waits for. */
export interface PausedRow {
	itemIndex: number;
	/** Its place in the run, by which callbacks name it. */
	index: number;
	kind: ModelKind;
	model: string;
	/** A copy of the request's; while the workflow sleeps, events go to this alone. */
	attempt: Accepted;
	etaSeconds: number;
	output: OutputOptions;
	asked: RequestSummary;
	input?: IDataObject;
	paths?: JobHints['paths'];
	/** Hashes of addresses that the request handed in, which are no result. */
	inputs?: string[];
}

/** A row that failed before there was a job, in a node that goes on. */
export interface FailedItem {
	itemIndex: number;
	index: number;
	json: IDataObject;
}

/** What a paused node needs to go on, in whatever process it wakes. */
export interface PausedRun {
	/** Milliseconds since the Unix epoch. */
	pausedAt: number;
	/** In the same. */
	givesUpAt: number;
	rows: PausedRow[];
	failed: FailedItem[];
}

/** So long after its time n8n ends a pause by itself, in milliseconds: for the last look and the files. */
export const ENDS_AFTER_MS = 120_000;
/** n8n takes nothing in the end of that. */
const SPARE_MS = 15_000;

/** Until when the files of a pause must be there, in milliseconds since the Unix epoch. */
export const filesDeadline = ({ givesUpAt }: PausedRun): number =>
	givesUpAt + ENDS_AFTER_MS - SPARE_MS;

/** Whether a row need not be waited for any more. */
export const hasEnded = ({ attempt }: PausedRow): boolean => attempt.state !== 'running';

export const PAUSED_RUN = 'mediaGenerationPausedRun';

/** As n8n stores it. @param share of each row, in characters of JSON */
export const storedRun = ({ rows, ...paused }: PausedRun, share: number): IDataObject =>
	dataOf({
		...paused,
		rows: rows.map((row) => ({ ...row, attempt: serializedAttempt(row.attempt, share) })),
	});

/** The paused run in a node's context; nothing where the node has not paused. */
export function pausedRunFromContext(context: unknown): PausedRun | undefined {
	const { [PAUSED_RUN]: kept } = dataOf(context);
	if (!isStoredRun(kept)) return undefined;
	const rows = kept.rows.flatMap((row) => {
		const attempt = attemptFrom(row.attempt);
		return attempt && isAccepted(attempt) ? [{ ...row, attempt }] : [];
	});
	return { ...kept, rows };
}

type StoredRun = Omit<PausedRun, 'rows'> & {
	rows: Array<Omit<PausedRow, 'attempt'> & { attempt: unknown }>;
};

const isStoredRun = (kept: unknown): kept is StoredRun => isData(kept) && Array.isArray(kept.rows);

/** What helps to read the answers about a job. */
export function jobHintsOf({ paths, inputs }: PausedRow): JobHints {
	const known = new Set(inputs);
	return { paths, exclude: { has: (text) => known.has(digestOf(text)) } };
}

/** Addresses that a request handed in, as they are stored: one may be a file, or hold a signature. */
export const hashedInputs = (addresses: Iterable<string>): string[] =>
	Array.from(addresses, digestOf);

const digestOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
