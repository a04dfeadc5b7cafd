import type { Job } from '../answers/job/job';

/** More of a text than any name is made of; the whole can be as large as a file. */
const LONGEST_READ = 1_000;
const WORDS_IN_NAME = 6;
const LONGEST_WORDS = 40;

/** What a file is named after, where the user names it not. */
export interface Named {
	/** Without an extension; from the model and the job when empty. */
	fileName?: string;
	prompt?: string;
	/** Which of several it is. */
	number?: number;
}

/** Named by the prompt's first words, so that the files of a batch can be told apart. */
export function fileNameOf({ model, job_id }: Pick<Job, 'model' | 'job_id'>, { fileName, prompt = '', number }: Named): string {
	const words = (prompt.slice(0, LONGEST_READ).match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, WORDS_IN_NAME).join('-').slice(0, LONGEST_WORDS);
	const base = fileName ?? [words || model, job_id].filter(Boolean).join('-');
	const safe =
		base
			.slice(0, LONGEST_READ)
			.replace(/[^\p{L}\p{N}._ -]+/gu, '_')
			.slice(0, 120) || 'media';
	return number === undefined ? safe : `${safe}-${number}`;
}
