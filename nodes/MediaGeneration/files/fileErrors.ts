import type { Media } from '../../../contract/catalog';
import { withDetails } from '../failures/details';
import { nodeFailure } from '../failures/failure';
import { optionLabels } from '../failures/labels';
import { mediaRows } from '../answers/words/media';
import type { FileClient } from '../http/client';

/** A finished file at a media host, or in a data URI. */
export interface Download {
	url: string;
	/** The name, without an ending. */
	name: string;
	/** The media that it must be. */
	media: Media;
	/** The job, for errors. */
	job_id?: string;
	/** The largest size, in bytes. */
	maxBytes: number;
	/** How long the host may be silent, in milliseconds; half a minute when absent. */
	idleMs?: number;
	/** Whether a 404 is retried: hosts may have the file a moment after the job has ended. */
	mayCome?: boolean;
	/** Ends the download; n8n's Stop when absent. */
	stop?: AbortSignal;
}

/** The media host answered with an error status. */
export class MediaHostRefusal extends Error {
	constructor(
		readonly status: number,
		readonly headers: Record<string, unknown>,
	) {
		super(`HTTP status ${status}`);
	}
}

/** The error of a file that is too large to be taken. */
export function fileTooLarge(client: FileClient, file: Download) {
	const failure = fileFailure(
		client,
		file,
		`The file is larger than ${file.maxBytes / 1024 / 1024} MiB, the limit in Options > ${optionLabels.maxFileSize}`,
	);
	if (file.job_id)
		failure.description = `It was made, and is paid for. Raise the limit, and fetch it with Get Job (job ${file.job_id}).`;
	return failure;
}

/** The error of a file of another type. @param what names the file @param seems its type */
export function wrongFileType(client: FileClient, file: Download, what: string, seems: string) {
	return withDetails(
		fileFailure(client, file, `${what} is ${seems}, not ${mediaRows[file.media].called}`),
		{ file_type: seems },
	);
}

/** The error of a file that cannot be used. */
export function fileFailure(client: FileClient, { job_id }: Download, message: string) {
	return withDetails(
		nodeFailure(
			client,
			message,
			job_id ? `The job is ${job_id}; its URL is still good.` : undefined,
		),
		{ job_id },
	);
}
