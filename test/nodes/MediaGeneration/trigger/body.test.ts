import type { IWebhookFunctions } from 'n8n-workflow';
import { bodyOf } from '../../../../nodes/MediaGeneration/trigger/receive';
import { Rejection } from '../../../../nodes/MediaGeneration/trigger/rejection';
import { Client } from '../../../../nodes/MediaGeneration/http/client';

/** Reads what n8n hands over, of a request. */
const read = async (given: unknown, request: object = {}) =>
	await bodyOf(
		new Client({
			getNode: () => ({}),
			getBodyData: () => given,
			getRequestObject: () => request,
		} as unknown as IWebhookFunctions),
	);
const bytes = (text: string) => new TextEncoder().encode(text);

const long = (length: number) => Array.from({ length }, () => 1);

test.each([
	['an object', { job_id: 'a', '{': '' }],
	['a form with a bracket in the midst of a name', { 'a[{': '' }],
	['a list', [{ job_id: 'a' }]],
	['a list of text that begins like JSON', ['{"job_id":']],
	['with nothing in it but null', { a: null }],
])('what n8n has read is taken as it is: %s', async (_, given) => {
	expect(await read(given, { rawBody: bytes('{"job_id":"other"}') })).toBe(given);
});

test.each([
	['of nothing', undefined],
	['of null', null],
	['of an empty object', {}],
	['of an empty list', []],
	['of a form', { '{"job_id":"raw"': '' }],
	['of a form that begins with blanks', { ' \n[{"job_id":': '' }],
	['of a number', 5],
])('the raw body is read in place %s', async (_, given) => {
	expect(await read(given, { rawBody: bytes('\uFEFF{"job_id":"räw"}') })).toEqual({
		job_id: 'räw',
	});
});

test('a raw body is there once it was asked for', async () => {
	const request = {
		rawBody: undefined as unknown,
		readRawBody: async () => void (request.rawBody = bytes('[1]')),
	};
	expect(await read(undefined, request)).toEqual([1]);
});

test('text is read as JSON, and nothing else is asked', async () => {
	const readRawBody = () => {
		throw new Error('asked');
	};
	for (const mark of ['', '\uFEFF'])
		expect(await read(`${mark}{"job_id":"a"}`, { readRawBody })).toEqual({ job_id: 'a' });
});

const none = 'The delivery is not a JSON object';
const large = 'The delivery holds too many values';
test.each<[what: string, given: unknown, request: object, message: string]>([
	['nothing', undefined, {}, none],
	['text', 'job done', {}, none],
	['JSON text', '"job done"', {}, none],
	['a number', '5', {}, none],
	['null', 'null', {}, none],
	['an empty object', '{}', {}, none],
	['an empty list', '[]', {}, none],
	['two marks of an encoding', '\uFEFF\uFEFF{"job_id":"a"}', {}, none],
	['a mark of an encoding in its midst', '{"job_id"\uFEFF:"a"}', {}, none],
	['a raw body of no bytes', undefined, { rawBody: '{"job_id":"a"}' }, none],
	['what cannot be asked for', undefined, { readRawBody: true }, none],
	['an empty raw body', undefined, { rawBody: new Uint8Array() }, none],
	[
		'what breaks off',
		undefined,
		{ readRawBody: async () => await Promise.reject(new Error('aborted')) },
		'The delivery could not be read: aborted',
	],
	['too long', JSON.stringify(long(200_001)), {}, large],
])('no delivery: %s', async (_, given, request, message) => {
	const refusal: unknown = await read(given, request).catch((error: unknown) => error);
	expect(refusal).toBeInstanceOf(Rejection);
	expect(refusal).toMatchObject({ status: 400, message });
});
