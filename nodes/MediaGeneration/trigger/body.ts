import type { IWebhookFunctions } from 'n8n-workflow';
import { messageOf } from '../support/data';
import { Rejection } from './rejection';

/** How many values a delivery may hold, and how deep: some dozens for each of the jobs that it may tell of. */
const MOST_VALUES = 10_000;
const DEEPEST = 30;

/**
 * What a delivery says. n8n opens JSON only under its own type; under any other it is read here.
 * @throws Rejection 400 when it is no JSON object or list, or too large to be a true one
 */
export async function bodyOf(context: IWebhookFunctions): Promise<object> {
	const given: unknown = context.getBodyData();
	const body = isUnread(given) ? parsed(typeof given === 'string' ? given : await rawTextOf(context)) : given;
	if (typeof body !== 'object' || body === null || Object.keys(body).length === 0) throw new Rejection(400, 'The delivery is not a JSON object');
	if (!isModest(body)) throw new Rejection(400, 'The delivery holds too many values, or too deep');
	return body;
}

/** Whether n8n has left JSON as it came: unread, as text, or taken apart as a form whose first field begins like it. */
function isUnread(given: unknown): boolean {
	if (typeof given !== 'object' || given === null) return true;
	const [first] = Object.keys(given);
	return first === undefined || /^\s*[{[]/.test(first);
}

async function rawTextOf(context: IWebhookFunctions): Promise<string> {
	const request: object = context.getRequestObject();
	if ('readRawBody' in request && typeof request.readRawBody === 'function') {
		const [read] = await Promise.allSettled([request.readRawBody()]);
		if (read.status === 'rejected') throw new Rejection(400, `The delivery could not be read: ${messageOf(read.reason)}`);
	}
	return 'rawBody' in request && request.rawBody instanceof Uint8Array ? new TextDecoder().decode(request.rawBody) : '';
}

/** @returns nothing for what is no JSON */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text.replace(/^\uFEFF/, ''));
	} catch {
		// The caller refuses what is not there.
		return undefined;
	}
}

/** Whether it can be read at little cost, however it was made. */
function isModest(body: object): boolean {
	let level: object[] = [body];
	let values = 0;
	for (let depth = 0; level.length > 0; depth++) {
		const below: object[] = [];
		for (const entry of level) {
			const inside: unknown[] = Object.values(entry);
			for (const value of inside) {
				if (++values > MOST_VALUES || depth > DEEPEST) return false;
				if (typeof value === 'object' && value !== null) below.push(value);
			}
		}
		level = below;
	}
	return true;
}
