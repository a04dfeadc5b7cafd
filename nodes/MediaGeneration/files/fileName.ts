import { media } from '../../../contract/catalog';
import type { Job } from '../answers/job/job';
import { mediaRows } from '../answers/words/media';
import { firstOf, fitting } from '../support/wholeText';

/** More of a text than any name is made of; the whole can be as large as a file. */
const LONGEST_READ = 1_000;
const WORDS_IN_NAME = 6;
const LONGEST_WORDS = 40;
/** A disk takes 255 bytes; a number and an ending follow. */
const LONGEST_NAME = 200;
const LONGEST_NUMBERED = 195;

/** The file's own type decides on the ending, also where the name was given with one. */
const ENDING = new RegExp(
	`\\.(${media.flatMap((kind) => [...mediaRows[kind].extensions]).join('|')})$`,
	'i',
);

/** What a file is named after, where the user names it not. */
export interface FileNaming {
	/** Without an extension; from the model and the job when empty. */
	fileName?: string;
	prompt?: string;
	/** Which of several it is. */
	number?: number;
}

/** A name that the user gave, with a number; its ending is left out, as in {@link fileNameOf}. */
export const numberedFileName = (fileName: string, number: number): string =>
	`${fitting(fileName.slice(0, LONGEST_READ).replace(ENDING, ''), LONGEST_NUMBERED)}-${number}`;

/** Named by the prompt's first words, so that the files of a batch can be told apart. */
export function fileNameOf(
	{ model, job_id }: Pick<Job, 'model' | 'job_id'>,
	{ fileName, prompt = '', number }: FileNaming,
): string {
	// A vowel may be a mark of its own, which belongs to the letter before it.
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
