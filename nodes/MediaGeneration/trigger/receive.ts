import { createHash, timingSafeEqual } from 'node:crypto';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { dataOf, messageOf } from '../support/data';
import { parsedJson } from '../support/json';
import { settled } from '../support/settled';
import { contextWithCachedCredential } from '../http/credentialCache';
import { redact } from '../http/redact';
import { handleDelivery, isManualTest, type Decision, type DeliveryContext } from './delivery';
import { jobIn } from './job';
import { triggers } from './memory';
import { Rejection } from './rejection';
import { readSettings } from './settings';
import { Client } from '../http/client';

/**
 * One delivery to the trigger: starts the workflow if its job has ended, passes the filters and did not start it before; is
 * answered in any case. Follows "Events" of the API document.
 */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const client = new Client(contextWithCachedCredential(this));
	try {
		if (!client.node.webhookId)
			throw new Rejection(401, 'The webhook URL is not a secret: this trigger has no webhook ID');
		const settings = readSettings(client);
		if (settings.trustPayload) await checkSecret(client);
		const body = await bodyOf(client);
		const shown = settings.trustPayload ? await withoutSecrets(client, body) : body;
		const told = await jobIn(client, shown);
		const delivery: DeliveryContext = {
			client,
			settings,
			seen: triggers.of(client),
			staticData: this.getWorkflowStaticData('node'),
		};
		return answerTo(delivery, await handleDelivery(delivery, told));
	} catch (error) {
		return refuse(client, error);
	}
}

/** @throws Rejection 401 when the header does not hold the secret */
async function checkSecret(client: Client<IWebhookFunctions>): Promise<void> {
	const { callbackHeader, callbackSecret } = await client.credential('getImageJob');
	const given = dataOf(client.context.getHeaderData())[callbackHeader];
	if (callbackSecret === '') client.context.logger.error(NO_SECRET);
	if (callbackSecret === '' || typeof given !== 'string' || !isSame(given, callbackSecret))
		throw new Rejection(401, 'The secret header is missing or wrong');
}

const NO_SECRET =
	'A callback was refused: Verification is set to Secret Header, but the credential has no callback secret. Turn on Callbacks Carry a Secret in the credential and enter the secret there.';

/** In a time that does not depend on where they differ. */
function isSame(given: string, expected: string): boolean {
	const digest = (text: string) => createHash('sha256').update(text).digest();
	return timingSafeEqual(digest(given), digest(expected));
}

/** For a body that becomes items. */
async function withoutSecrets(client: Client<IWebhookFunctions>, body: object): Promise<object> {
	const { secrets } = await client.credential('getImageJob');
	const hidden = redact(body, secrets);
	return typeof hidden === 'object' && hidden !== null ? hidden : {};
}

function answerTo(
	{ client, seen, staticData }: DeliveryContext,
	decision: Decision,
): IWebhookResponseData {
	if (typeof decision === 'string')
		return { webhookResponse: { received: true, [decision]: true } };
	const { id, items } = decision;
	const isTest = isManualTest(client);
	const forget = () => seen.starting.delete(id);
	// A sender that hangs up gets no answer.
	if (!isTest) client.context.getResponseObject().once('finish', forget);
	return {
		workflowData: [items],
		// n8n begins the execution, which takes the mark "changed" off the static data, reads what to answer, saves the
		// static data if it is marked, and answers. So a job is remembered where n8n reads the answer: one that was
		// answered for was started, and saved.
		get webhookResponse() {
			if (!isTest) {
				forget();
				seen.add(id);
				seen.keepIn(staticData);
			}
			return { received: true };
		},
	};
}

/** In seconds. */
const RETRY_AFTER = '10';

function refuse(client: Client<IWebhookFunctions>, why: unknown): IWebhookResponseData {
	const isKnown = why instanceof Rejection;
	if (!isKnown) client.context.logger.error(`A delivery could not be handled: ${messageOf(why)}`);
	const { status, message } = isKnown
		? why
		: new Rejection(503, 'The delivery could not be handled; try again');
	const response = client.context.getResponseObject().status(status);
	if (status === 503) response.setHeader('Retry-After', RETRY_AFTER);
	response.json({ error: { message } });
	return { noWebhookResponse: true };
}

/**
 * What a delivery says. n8n opens JSON only under its own type.
 * @throws Rejection 400 when it is no JSON object or list, or holds more than is read
 */
export async function bodyOf(client: Client<IWebhookFunctions>): Promise<object> {
	const given: unknown = client.context.getBodyData();
	const body = isUnread(given)
		? parsed(typeof given === 'string' ? given : await rawTextOf(client))
		: given;
	if (typeof body === 'object' && body !== null && Object.keys(body).length > 0) return body;
	throw new Rejection(400, 'The delivery is not a JSON object');
}

/** As it came, as text, or taken apart as a form whose first field begins like JSON. */
function isUnread(given: unknown): boolean {
	if (typeof given !== 'object' || given === null) return true;
	const [first] = Object.keys(given);
	return first === undefined || /^\s*[{[]/.test(first);
}

async function rawTextOf(client: Client<IWebhookFunctions>): Promise<string> {
	const request: object = client.context.getRequestObject();
	if ('readRawBody' in request && typeof request.readRawBody === 'function') {
		const read = await settled(request.readRawBody());
		if (read.status === 'rejected')
			throw new Rejection(400, `The delivery could not be read: ${messageOf(read.reason)}`);
	}
	return 'rawBody' in request && request.rawBody instanceof Uint8Array
		? new TextDecoder().decode(request.rawBody)
		: '';
}

const parsed = (text: string): unknown =>
	parsedJson(text.replace(/^\uFEFF/, ''), () => {
		throw new Rejection(400, 'The delivery holds too many values');
	});
