import type { IWebhookFunctions } from 'n8n-workflow';
import { messageOf } from '../support/data';
import { parsedJson } from '../support/json';
import { Rejection } from './rejection';
import type { Client } from '../http/client';
import { settled } from '../support/settled';

/** How many values a delivery may hold, and how deep: that of a job holds some dozens. */
const MOST_VALUES = 2_000;
const DEEPEST = 30;

/**
 * What a delivery says. n8n opens JSON only under its own type; under any other it is read here.
 * @throws Rejection 400 when it is no JSON object or list, or too large to be a true one
 */
export async function bodyOf(client: Client<IWebhookFunctions>): Promise<object> {
	const given: unknown = client.context.getBodyData();
	const body = isUnread(given)
		? parsed(typeof given === 'string' ? given : await rawTextOf(client))
		: given;
	const values = typeof body === 'object' && body !== null ? valuesIn(body) : 0;
	if (values > MOST_VALUES) throw tooLarge();
	if (typeof body !== 'object' || body === null || values === 0)
		throw new Rejection(400, 'The delivery is not a JSON object');
	return body;
}

const tooLarge = () => new Rejection(400, 'The delivery holds too many values, or too deep');

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

/**
 * @returns nothing for what is no JSON
 * @throws Rejection 400 when it is too large to be a true delivery, an empty list or object counted twice
 */
function parsed(text: string): unknown {
	const refuse = () => {
		throw tooLarge();
	};
	return parsedJson(text.replace(/^\uFEFF/, ''), refuse, 2 * MOST_VALUES);
}

/** How many values stand in a body, all that is in it counted; more than any may hold where it goes too deep. */
function valuesIn(body: object): number {
	let level: object[] = [body];
	let values = 0;
	for (let depth = 0; level.length > 0; depth++) {
		const below: object[] = [];
		for (const entry of level) {
			const inside: unknown[] = Array.isArray(entry) ? entry : Object.values(entry);
			values += inside.length;
			if (values > MOST_VALUES || (depth > DEEPEST && inside.length > 0)) return Infinity;
			for (const value of inside)
				if (typeof value === 'object' && value !== null) below.push(value);
		}
		level = below;
	}
	return values;
}
