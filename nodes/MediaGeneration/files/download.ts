import { NodeOperationError, type IBinaryData, type NodeApiError } from 'n8n-workflow';
import { endpoints } from '../../../contract/endpoints';
import { messageOf } from '../support/data';
import { TRY_LATER, networkWords } from '../failures/connection';
import { detailsOf, withDetails } from '../failures/details';
import { apiError } from '../failures/failure';
import { hasElapsed, wait } from '../n8n/wait';
import { isDataUri } from './dataUri';
import { Overdue } from '../support/deadline';
import { withRemedyOncePaid, networkFailure, serviceFailure } from '../failures/errors';
import { canPassStatus, isRateLimited } from '../support/httpStatus';
import { MediaHostRefusal, receiveFile, type FileToDownload } from './receiveFile';
import { delayMs, patienceOf } from '../http/retry';
import { connectionFailure, stopOf } from '../http/send';
import type { FileClient } from '../http/client';
import { settled } from '../support/settled';

/** A broken download costs nothing to repeat. */
const TRIES = 4;

/**
 * Streams a finished file into n8n's binary storage, again when the transfer breaks, or the media host is busy or does not have
 * the file yet.
 * @throws NodeApiError when the media host does not give the file; NodeOperationError for one that is too large or of another kind
 */
export async function download(client: FileClient, file: FileToDownload): Promise<IBinaryData> {
	const stop = stopOf(client, file);
	const inCallback = client.stop === undefined;
	const longest = patienceOf(client);
	let since = Date.now();
	let failures = 0;
	for (let tries = 1; ; tries++) {
		const outcome = await settled(receiveFile(client, file, stop));
		if (outcome.status === 'fulfilled') return outcome.value;
		const { reason } = outcome;
		if (reason instanceof NodeOperationError) throw reason;
		const refusal = reason instanceof MediaHostRefusal ? reason : undefined;
		// A rate limit does not count as a failed try.
		if (!refusal || !isRateLimited(refusal.status)) failures++;
		// A transfer may take long before it breaks; only the host's refusals count against the patience.
		if (!refusal && !inCallback) since = Date.now();
		const canSucceed = refusal
			? canPassStatus(refusal.status) || (file.mayCome && refusal.status === 404)
			: !(reason instanceof Overdue);
		const delay = canSucceed && failures < TRIES ? delayMs(refusal, tries) : Infinity;
		const isLate = Date.now() + delay - since > longest;
		if (isLate || stop?.aborted || !(await hasElapsed(wait(delay, stop))))
			throw afterPaidFile(await failureFor(client, file, reason), file);
	}
}

async function failureFor(
	client: FileClient,
	{ url, job_id }: FileToDownload,
	reason: unknown,
): Promise<NodeApiError> {
	if (isDataUri(url))
		return withDetails(apiError(client, `n8n could not store the file: ${messageOf(reason)}`), {
			job_id,
		});
	const { host } = new URL(url);
	if (reason instanceof MediaHostRefusal) {
		const message = `The file at ${host} could not be downloaded: ${reason.message}`;
		return serviceFailure(client, reason.status, { message }, { job_id });
	}
	const { secrets } = await client.credential('getImageJob');
	const broken = connectionFailure(reason, secrets, url);
	const failure = networkFailure(client, broken, endpoints.getImageJob);
	return withDetails(failure, {
		job_id,
		remedy: networkWords(broken, 'the address of the file').remedy,
	});
}

function afterPaidFile(failure: NodeApiError, { job_id }: FileToDownload): NodeApiError {
	const { http_code, remedy = TRY_LATER } = detailsOf(failure);
	// A cause such as a certificate would keep the next download from the host too.
	const first = http_code === undefined && remedy !== TRY_LATER ? ` ${remedy}` : '';
	return withRemedyOncePaid(
		failure,
		`The file was made and paid for; only its download failed. Do not make it again: fetch it with Get Job${job_id ? ` (job ${job_id})` : ''}.${first}`,
	);
}
