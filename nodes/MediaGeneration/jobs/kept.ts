import type { IBinaryData } from 'n8n-workflow';
import { bounded, cut } from '../support/bounded';
import { dataOf, isData } from '../support/data';
import type { Job } from '../wire/job';
import { plainOf, type Loss } from './lost';
import type { Look } from './poll';
import type { FileInAnswer } from './stored';

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
/** So much is shown of an address that is not kept. */
const LONGEST_SHOWN = 200;

/** What is kept of a look whose files are stored: no file, and all of it together no more than the item's share. */
export function keep({ job, raw, files = [] }: Look, share: number): Kept {
	const part = Math.floor(share / 8);
	const bounds = { most: Math.min(MOST_OF_ANSWER, part), longest: LONGEST_TEXT };
	const own = keepFiles(job.urls, files, 4 * part);
	return { answer: bounded(raw, bounds), read: { ...job, urls: own.urls, extra: bounded(job.extra, bounds) }, files: own.files };
}

/** The look that was kept, if its job was read. */
export function lookIn({ answer, read, files }: Kept): Look | undefined {
	return isJob(read) ? { job: read, raw: answer, files: Array.isArray(files) ? files.map(fileIn) : [] } : undefined;
}

/** The files and their addresses as far as there is room for them; of the first that has none, why it is missing. */
function keepFiles(urls: string[], files: Array<FileInAnswer | null>, room: number) {
	const kept: { urls: string[]; files: Array<{ file?: IBinaryData; why?: Loss } | null> } = { urls: [], files: [] };
	let left = room;
	for (const [index, url] of urls.entries()) {
		const { file, failure, why } = files[index] ?? {};
		const own = file ? { file } : failure ? { why: plainOf(failure) } : why ? { why } : null;
		left -= JSON.stringify([url, own]).length;
		kept.urls.push(left < 0 ? cut(url, LONGEST_SHOWN) : url);
		kept.files.push(left < 0 ? { why: noRoom(urls.length - index, file) } : own);
		if (left < 0) break;
	}
	return kept;
}

function noRoom(count: number, file: IBinaryData | undefined): Loss {
	const files = count === 1 ? 'The file was' : `${count} files were`;
	const where = file && file.id === undefined ? ', as this n8n keeps files in memory' : '';
	return {
		message: `${files} made and paid for, but there was no room to keep ${count === 1 ? 'it' : 'them'} until now${where}`,
		description: 'Fetch the job with Get Job, if it has an ID. Send fewer items at once, and let n8n store files with N8N_DEFAULT_BINARY_DATA_MODE.',
		details: { may_be_paid: true },
	};
}

function isJob(value: unknown): value is Job {
	return isData(value) && typeof value.status === 'string' && isTexts(value.urls) && isData(value.extra);
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((entry) => typeof entry === 'string');

function fileIn(value: unknown): FileInAnswer | null {
	const { file, why } = dataOf(value);
	if (isFile(file)) return { file };
	return isLoss(why) ? { why } : null;
}

const isFile = (value: unknown): value is IBinaryData => isData(value) && typeof value.data === 'string' && typeof value.mimeType === 'string';
const isLoss = (value: unknown): value is Loss => isData(value) && typeof value.message === 'string' && isData(value.details);
