import { kinds, type ModelKind } from '../../../contract/catalog';
import { bounded, cut } from '../support/bounded';
import { dataOf } from '../support/data';
import { asNodeFailure } from '../failures/failure';
import { isDataUri } from '../files/dataUri';
import { download } from '../files/download';
import { fileNameOf } from './fileName';
import type { FileInAnswer, Look } from './look';
import type { FileClient } from '../http/client';
import { settled } from '../support/settled';

/** What the user wants of a job's files. */
export interface FileOptions {
	download: boolean;
	/** Without an extension; from the model and the job when empty. */
	fileName?: string;
	/** Whether a downloaded file is given as a link to it, and not as itself. */
	asLink?: boolean;
	/** Largest file that is downloaded, in bytes. */
	maxBytes: number;
}

/** How the files of a job are stored. */
export interface Storing {
	kind: ModelKind;
	/** The model that was asked for, where the answer names none. */
	model?: string;
	prompt?: string;
	output: FileOptions;
	/** What n8n can store of the item, in characters of JSON. */
	share: number;
}

/** As much of a file's content is shown as an address. */
const LONGEST_SHOWN = 2_000;

/** An address as the item shows it: of a file that is its own address no more than its type, as the file itself is in the item. */
export const shownUrl = (url: string): string => (isDataUri(url) ? cut(url, LONGEST_SHOWN) : url);

/**
 * The same look, with the files that came within the answer put into n8n's store, and nothing in it that is too large to
 * be an item. A file that cannot be stored is told in its place. A look whose files are stored is given as it is.
 */
export async function stored(client: FileClient, look: Look, storing: Storing): Promise<Look> {
	const { job, raw } = look;
	if (look.files) return look;
	const files: NonNullable<Look['files']> = [];
	const instead = new Map<string, string>();
	for (const [index, url] of job.urls.entries()) {
		const inAnswer = isWanted(url, storing) ? await storedOne(client, look, storing, index) : null;
		files.push(inAnswer);
		if (inAnswer === null || !('file' in inAnswer) || shownUrl(url) === url) continue;
		for (const text of [url, url.slice(url.indexOf(',') + 1)]) instead.set(text, shownUrl(url));
	}
	const bounds = { most: Math.floor(storing.share / (16 * Math.max(1, files.length))), instead };
	const extra = dataOf(bounded(job.extra, bounds));
	return {
		...look,
		job: { ...job, urls: job.urls.map(shownUrl), extra },
		raw: bounded(raw, bounds),
		files,
	};
}

/** A file that is its own address is there nowhere else. An agent is given links alone, and only where the user wants them. */
const isWanted = (url: string, { output: { download: wanted, asLink } }: Storing) =>
	isDataUri(url) && (wanted || !asLink);

async function storedOne(
	client: FileClient,
	{ job }: Look,
	storing: Storing,
	index: number,
): Promise<FileInAnswer> {
	const { kind, model = job.model, prompt, output } = storing;
	const { job_id, urls } = job;
	const { fileName, maxBytes } = output;
	const name = fileNameOf(
		{ model: job.model ?? model, job_id },
		{ fileName, prompt, number: urls.length > 1 ? index + 1 : undefined },
	);
	const file = { url: urls[index] ?? '', name, media: kinds[kind].makes, job_id, maxBytes };
	const outcome = await settled(download(client, file));
	return outcome.status === 'fulfilled'
		? { file: outcome.value }
		: { failure: asNodeFailure(client, outcome.reason) };
}
