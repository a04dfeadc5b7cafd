import type { IBinaryData } from 'n8n-workflow';
import type { Job } from '../answers/job/job';
import { bounded, cut } from '../support/bounded';
import { dataOf, isData } from '../support/data';
import { shownUrl } from '../files/dataUri';
import type { FileInAnswer, JobSnapshot } from './jobSnapshot';
import type { StoredFailure } from './storedFailure';

/** What an attempt brought, as plain data within bounds: n8n stores it. */
export interface StoredResult {
	/** What was read of the answer, so that nothing depends on what is left of it. */
	read?: unknown;
	answer?: unknown;
	/** Where n8n has the files that came within it. */
	files?: unknown;
}

/** The most of an answer that is stored, and of what it tells beside the job, in characters of JSON. */
const MOST_OF_ANSWER = 64 * 1024;
/** The same of each text. */
const LONGEST_TEXT = 16_000;
/** Of the addresses of files, and of where n8n has them. */
const MOST_OF_FILES = 512 * 1024;
/** So much is shown of an address that is not stored. */
const LONGEST_SHOWN = 200;

/** A snapshot whose files n8n has, as it is stored: within a share, in characters of JSON. */
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
export function snapshotFrom({ answer, read, files }: StoredResult): JobSnapshot | undefined {
	if (!isJob(read)) return undefined;
	return { job: read, raw: answer, files: Array.isArray(files) ? files.map(fileIn) : [] };
}

/** The files and their addresses as far as there is room; of the first that has none, why it is missing. */
function filesWithin(
	urls: string[],
	files: Array<FileInAnswer | null>,
	room: { names: number; contents: number },
) {
	const kept: { urls: string[]; files: Array<FileInAnswer | null> } = { urls: [], files: [] };
	let { names, contents } = room;
	for (const [index, url] of urls.entries()) {
		const given = files[index] ?? null;
		const inMemory = isInMemory(given) ? given.file.data.length : 0;
		names -= JSON.stringify([url, given]).length - inMemory;
		contents -= inMemory;
		const fits = names >= 0 && contents >= 0;
		kept.urls.push(fits ? url : cut(url, LONGEST_SHOWN));
		kept.files.push(fits ? given : { why: noRoom(urls.length - index, given) });
		if (!fits) break;
	}
	return kept;
}

/** Whether n8n has a file nowhere but in the execution itself. */
const isInMemory = (given: FileInAnswer | null): given is { file: IBinaryData } =>
	given !== null && 'file' in given && given.file.id === undefined;

function noRoom(count: number, first: FileInAnswer | null): StoredFailure {
	const where = isInMemory(first) ? ', as this n8n keeps files in memory' : '';
	return {
		message: `There was no room to keep every file until now (missing: ${count})${where}; all were made and paid for`,
		description:
			'Fetch the job with Get Job, if it has an ID. Send fewer items at once, and let n8n store files with N8N_DEFAULT_BINARY_DATA_MODE.',
		details: { may_be_paid: true },
	};
}

const isJob = (value: unknown): value is Job =>
	isData(value) && typeof value.status === 'string' && isTexts(value.urls) && isData(value.extra);

const isTexts = (value: unknown): value is string[] =>
	Array.isArray(value) && value.every((entry) => typeof entry === 'string');

function fileIn(value: unknown): FileInAnswer | null {
	const { file, why } = dataOf(value);
	if (isFile(file)) return { file };
	return isFailure(why) ? { why } : null;
}

const isFile = (value: unknown): value is IBinaryData =>
	isData(value) && typeof value.data === 'string' && typeof value.mimeType === 'string';
const isFailure = (value: unknown): value is StoredFailure =>
	isData(value) && typeof value.message === 'string' && isData(value.details);
