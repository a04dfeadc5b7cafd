import type { IWebhookFunctions } from 'n8n-workflow';
import type { Client } from '../http/client';
import { messageOf } from '../support/data';
import { parsedJson } from '../support/json';
import { settled } from '../support/settled';
import { Rejection } from './rejection';

/**
 * What a delivery says. n8n opens JSON only under its own type; under any other it is read here.
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

/** Whether n8n has left JSON as it came: unread, as text, or taken apart as a form whose first field begins like it. */
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
