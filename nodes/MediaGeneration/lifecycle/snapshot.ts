import type { IBinaryData } from 'n8n-workflow';
import type { Job } from '../answers/job/job';
import { detailsOf, withDetails, type ErrorDetails, type NodeFailure } from '../failures/details';
import { apiError, type FailurePlace } from '../failures/failure';
import { shownUrl } from '../files/dataUri';
import { bounded, cut } from '../support/bounded';
import { isData } from '../support/data';

export interface StoredFailure {
	message: string;
	description?: string;
	details: ErrorDetails;
}

/** What became of a file that came within an answer. */
export type InlineFileOutcome = { file: IBinaryData } | { why: StoredFailure };

/** How a job stood in one answer, and the answer as it came. */
export interface JobSnapshot {
	job: Job;
	raw: unknown;
	/** By an earlier answer, in nanos. */
	charged?: bigint;
	/** Of files that came within the answer, by the places of their addresses. */
	files?: Array<InlineFileOutcome | null>;
}

/** What an attempt brought, bounded, as n8n stores it. */
export interface StoredResult {
	/** What was read of the answer, which may be cut. */
	read?: unknown;
	answer?: unknown;
	files?: Array<InlineFileOutcome | null>;
}

/** In characters of JSON. */
const MOST_OF_ANSWER = 64 * 1024;
const LONGEST_TEXT = 16_000;
const MOST_OF_FILES = 512 * 1024;
const LONGEST_SHOWN = 200;

export function storedFailure(failure: NodeFailure): StoredFailure {
	const { message, description } = failure;
	return { message, description: description ?? undefined, details: detailsOf(failure) };
}

/** The error that was stored. */
export function restoredFailure(
	place: FailurePlace,
	{ message, description, details }: StoredFailure,
): NodeFailure {
	return withDetails(apiError(place, message, description, details.http_code), details);
}

/** A snapshot as it is stored: within a share, in characters of JSON. */
export function resultOf({ job, raw, files = [] }: JobSnapshot, share: number): StoredResult {
	const most = Math.min(MOST_OF_ANSWER, Math.floor(share / 32));
	const bounds = { most, longest: LONGEST_TEXT };
	const room = { names: Math.min(MOST_OF_FILES, share / 4), contents: share / 2 };
	const own = filesWithin(job.urls.map(shownUrl), files, room);
	return {
		answer: bounded(raw, bounds),
		read: { ...job, urls: own.urls, extra: bounded(job.extra, bounds) },
		files: own.files,
	};
}

/** The snapshot that was stored, if it was one. */
export function snapshotFromStored({
	answer,
	read,
	files = [],
}: StoredResult): JobSnapshot | undefined {
	return isJob(read) ? { job: read, raw: answer, files } : undefined;
}

const isJob = (value: unknown): value is Job => isData(value) && Array.isArray(value.urls);

/** As far as there is room; of the first that has none, why it is missing. */
function filesWithin(
	urls: string[],
	given: Array<InlineFileOutcome | null>,
	{ names, contents }: { names: number; contents: number },
) {
	const kept: string[] = [];
	const files: Array<InlineFileOutcome | null> = [];
	for (const [index, url] of urls.entries()) {
		const file = given[index] ?? null;
		// Some n8n keeps its files in the execution itself.
		const isInMemory = file && 'file' in file && file.file.id === undefined;
		const inMemory = isInMemory ? file.file.data.length : 0;
		names -= JSON.stringify([url, file]).length - inMemory;
		contents -= inMemory;
		const fits = names >= 0 && contents >= 0;
		kept.push(fits ? url : cut(url, LONGEST_SHOWN));
		files.push(fits ? file : { why: noRoom(urls.length - index) });
		if (!fits) break;
	}
	return { urls: kept, files };
}

const noRoom = (count: number): StoredFailure => ({
	message: `There was no room to keep every file until now (missing: ${count}); all were made and paid for`,
	description:
		'Fetch the job with Get Job, if it has an ID. Send fewer items at once, and let n8n store files with N8N_DEFAULT_BINARY_DATA_MODE.',
	details: { may_be_paid: true },
});
