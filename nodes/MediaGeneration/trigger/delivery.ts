import { createHash, timingSafeEqual } from 'node:crypto';
import type { IWebhookFunctions } from 'n8n-workflow';
import { media, kinds, type Media, type ModelKind } from '../../../contract/catalog';
import type { JobSnapshot } from '../lifecycle/jobSnapshot';
import { verifyDeliveredJob } from '../lifecycle/look';
import { dataOf, messageOf } from '../support/data';
import { detailsOf } from '../failures/details';
import { idKey } from '../answers/job/ids';
import { readJob } from '../answers/job/job';
import type { ToldJob } from './job';
import { firstKind, kindOf, mediaIn, usual } from './kind';
import { Rejection } from './rejection';
import type { Client } from '../http/client';
import { settled } from '../support/settled';

/** A delivered job that has ended, and what it made. */
export interface Delivered {
	/** The same for all deliveries of the job. */
	id: string;
	kind: ModelKind;
	snapshot: JobSnapshot;
}

/**
 * Asks the API how the delivered job stands. Nothing else that the delivery says is believed; it only tells
 * what to ask for first. Nothing when the API knows no such job.
 * @throws Rejection 503 when the API cannot be asked, fails over an ID and knows no other, or the job still runs
 */
export async function askAbout(
	client: Client<IWebhookFunctions>,
	told: ToldJob,
): Promise<Delivered | undefined> {
	let hasFailed = false;
	for (const { job_id, made } of questionsAbout(told)) {
		const address = { kind: firstKind(made), job_id, status_url: told.status_url };
		const outcome = await settled(verifyDeliveredJob(client, address));
		if (outcome.status === 'fulfilled') {
			if (outcome.value) return ended(job_id, made, outcome.value);
			continue;
		}
		client.context.logger.warn(
			`The job could not be checked (${job_id}): ${messageOf(outcome.reason)}`,
		);
		if (!isAnswer(outcome.reason)) throw new Rejection(503, NOT_CHECKED);
		hasFailed = true;
	}
	if (hasFailed) throw new Rejection(503, NOT_CHECKED);
	return undefined;
}

const NOT_CHECKED = 'The job could not be checked; try again';

/** What to ask about a job: the likeliest of its IDs first, UUIDs in small letters too, and what it likely made. */
const questionsAbout = ({ ids, body }: ToldJob) =>
	[...new Set([...ids, ...ids.map(idKey)])].flatMap((job_id) =>
		[...new Set([mediaIn(body), ...media])].map((made) => ({ job_id, made })),
	);

/** @throws Rejection 503 when the job still runs */
function ended(asked: string, made: Media, snapshot: JobSnapshot): Delivered {
	if (snapshot.job.status === 'processing')
		throw new Rejection(503, 'The job has not ended; try again');
	return { id: idKey(snapshot.job.job_id ?? asked), ...ofItsKind(made, snapshot) };
}

/** Whether the service failed over what it was asked: about another ID it may answer. Not where it is out of reach, busy, or refuses everything. */
function isAnswer(failure: unknown): boolean {
	const { http_code, code } = detailsOf(failure);
	return http_code === undefined ? code === undefined : http_code >= 500;
}

/** An answer about a job, read as what it is about: a service may keep images and videos at one place. */
function ofItsKind(asked: Media, snapshot: JobSnapshot): Omit<Delivered, 'id'> {
	const kind = kindOf(snapshot.raw, asked);
	const { makes } = kinds[kind];
	if (makes === asked) return { kind, snapshot };
	const { job_id, status_url } = snapshot.job;
	const read = readJob(snapshot.raw, makes, { jobId: job_id });
	return { kind, snapshot: { ...snapshot, job: { ...snapshot.job, ...read, job_id, status_url } } };
}

/**
 * Checks that a sender knows the credential's callback secret.
 * @throws Rejection 401 when the header does not hold it
 */
export async function checkSecret(client: Client<IWebhookFunctions>): Promise<void> {
	const { callbackHeader, callbackSecret } = await client.credential('getImageJob');
	const given = dataOf(client.context.getHeaderData())[callbackHeader];
	if (callbackSecret === '') client.context.logger.error(NO_SECRET);
	if (callbackSecret === '' || typeof given !== 'string' || !isSame(given, callbackSecret))
		throw new Rejection(401, 'The secret header is missing or wrong');
}

/** Compares two secrets in a time that does not depend on where they differ. */
function isSame(given: string, expected: string): boolean {
	const digest = (text: string) => createHash('sha256').update(text).digest();
	return timingSafeEqual(digest(given), digest(expected));
}

const NO_SECRET =
	'A callback was refused: Verification is set to Secret Header, but the credential has no callback secret. Turn on Callbacks Carry a Secret in the credential and enter the secret there.';

/** Takes a delivery at its word, of a sender that has proved itself. */
export function fromTrustedPayload({ ids: [job_id], body }: ToldJob): Delivered {
	const kind = kindOf(body, usual);
	return {
		id: idKey(job_id),
		kind,
		snapshot: { job: { ...readJob(body, kinds[kind].makes), job_id }, raw: body },
	};
}

/** Whether a delivery tells by itself how its job has ended, and what it made. An error beside another word than that of a failure leaves it open. */
export function tellsEnd({ snapshot: { job } }: Delivered): boolean {
	if (job.status === 'failed')
		return job.failureEvidence === 'state' || job.reported_status === undefined;
	return job.status === 'completed' && job.urls.length > 0 && job.answer_url === undefined;
}
