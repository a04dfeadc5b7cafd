import { media } from '../../../contract/catalog';
import type { Job } from '../answers/job/job';
import { mediaRows } from '../answers/words/media';
import { firstOf } from '../support/bounded';

const LONGEST_READ = 1_000;
const WORDS_IN_NAME = 6;
const LONGEST_WORDS = 40;
/** In bytes; a disk takes 255, and a number and an ending follow. */
const LONGEST_NAME = 200;

/** An ending in a name, which the type of the file replaces. */
const ENDING = new RegExp(
	`\\.(${media.flatMap((kind) => [...mediaRows[kind].extensions]).join('|')})$`,
	'i',
);

/** What a file is named after. */
export interface FileNaming {
	/** The user's name for it, without an ending. */
	fileName?: string;
	prompt?: string;
	/** Its number among several. */
	number?: number;
}

/** A user's name with a number, without its ending. */
export const numberedFileName = (fileName: string, number: number): string =>
	`${fitting(fileName.slice(0, LONGEST_READ).replace(ENDING, ''), LONGEST_NAME - 5)}-${number}`;

/** The user's name, or the first words of the prompt (else the model) and the job's ID. */
export function outputFileName(
	{ model, job_id }: Pick<Job, 'model' | 'job_id'>,
	{ fileName, prompt = '', number }: FileNaming,
): string {
	// \p{M}: in some scripts a vowel is a mark.
	const found =
		prompt
			.slice(0, LONGEST_READ)
			.normalize('NFC')
			.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
	const words = firstOf(found.slice(0, WORDS_IN_NAME).join('-'), LONGEST_WORDS);
	const base = fileName ?? [words || model, job_id].filter(Boolean).join('-');
	const safe = base
		.slice(0, LONGEST_READ)
		.normalize('NFC')
		.replace(ENDING, '')
		.replace(/[^\p{L}\p{N}\p{M}._ -]+/gu, '_');
	const short = fitting(safe, LONGEST_NAME) || 'media';
	return number === undefined ? short : `${short}-${number}`;
}

/** The beginning of a text that fits into so many bytes of UTF-8. */
const fitting = (text: string, bytes: number): string =>
	new TextDecoder().decode(Buffer.from(text).subarray(0, bytes)).replace(/\ufffd+$/, '');
