import type { IBinaryData } from 'n8n-workflow';
import { bounded, cut } from '../support/bounded';
import { dataOf, isData } from '../support/data';
import type { Job } from '../answers/job/job';
import { plainOf, type Loss } from './lost';
import type { FileInAnswer, Look } from './look';

/** How a job stood, as plain data in n8n's storage: what was read of the answer, and the answer itself as far as it is small. */
export interface Kept {
	answer?: unknown;
	/** What was read of it, so that nothing depends on what is left of it. */
	read?: unknown;
	/** Where n8n has the files that came within it. */
	files?: unknown;
}

/** The most of an answer that is kept, and of what it tells beside the job, in characters of JSON. */
const MOST_OF_ANSWER = 64 * 1024;
/** The same of each text. */
const LONGEST_TEXT = 16_000;
/** Of the addresses of files, and of where n8n has them. */
const MOST_OF_FILES = 512 * 1024;
/** So much is shown of an address that is not kept. */
const LONGEST_SHOWN = 200;

/** What is kept of a look whose files are stored: no file, and all of it together no more than the item's share. */
export function keep({ job, raw, files = [] }: Look, share: number): Kept {
	const bounds = { most: Math.min(MOST_OF_ANSWER, Math.floor(share / 32)), longest: LONGEST_TEXT };
	const own = keepFiles(job.urls, files, {
		names: Math.min(MOST_OF_FILES, share / 4),
		contents: share / 2,
	});
	return {
		answer: bounded(raw, bounds),
		read: { ...job, urls: own.urls, extra: bounded(job.extra, bounds) },
		files: own.files,
	};
}

/** The look that was kept, if its job was read. */
export function lookIn({ answer, read, files }: Kept): Look | undefined {
	return isJob(read)
		? { job: read, raw: answer, files: Array.isArray(files) ? files.map(fileIn) : [] }
		: undefined;
}

/** The files and their addresses as far as there is room for them, in characters of JSON; of the first that has none, why it is missing. */
function keepFiles(
	urls: string[],
	files: Array<FileInAnswer | null>,
	room: { names: number; contents: number },
) {
	const kept: { urls: string[]; files: Array<FileInAnswer | null> } = { urls: [], files: [] };
	let { names, contents } = room;
	for (const [index, url] of urls.entries()) {
		const given = files[index] ?? null;
		const own = given !== null && 'failure' in given ? { why: plainOf(given.failure) } : given;
		const inMemory = isInMemory(own) ? own.file.data.length : 0;
		names -= JSON.stringify([url, own]).length - inMemory;
		contents -= inMemory;
		const fits = names >= 0 && contents >= 0;
		kept.urls.push(fits ? url : cut(url, LONGEST_SHOWN));
		kept.files.push(fits ? own : { why: noRoom(urls.length - index, given) });
		if (!fits) break;
	}
	return kept;
}

/** Whether n8n has a file nowhere but in the execution itself. */
const isInMemory = (given: FileInAnswer | null): given is { file: IBinaryData } =>
	given !== null && 'file' in given && given.file.id === undefined;

function noRoom(count: number, first: FileInAnswer | null): Loss {
	const files = count === 1 ? 'The file was' : `${count} files were`;
	const where = isInMemory(first) ? ', as this n8n keeps files in memory' : '';
	return {
		message: `${files} made and paid for, but there was no room to keep ${count === 1 ? 'it' : 'them'} until now${where}`,
		description:
			'Fetch the job with Get Job, if it has an ID. Send fewer items at once, and let n8n store files with N8N_DEFAULT_BINARY_DATA_MODE.',
		details: { may_be_paid: true },
	};
}

function isJob(value: unknown): value is Job {
	return (
		isData(value) && typeof value.status === 'string' && isTexts(value.urls) && isData(value.extra)
	);
}

const isTexts = (value: unknown): value is string[] =>
	Array.isArray(value) && value.every((entry) => typeof entry === 'string');

function fileIn(value: unknown): FileInAnswer | null {
	const { file, why } = dataOf(value);
	if (isFile(file)) return { file };
	return isLoss(why) ? { why } : null;
}

const isFile = (value: unknown): value is IBinaryData =>
	isData(value) && typeof value.data === 'string' && typeof value.mimeType === 'string';
const isLoss = (value: unknown): value is Loss =>
	isData(value) && typeof value.message === 'string' && isData(value.details);
