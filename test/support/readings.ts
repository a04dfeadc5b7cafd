import { Readable } from 'node:stream';
import { sleep } from 'n8n-workflow';
import { sized } from './size';
import { collectAnswer } from '../../nodes/MediaGeneration/chat/collectAnswer';
import { redactedStream } from '../../nodes/MediaGeneration/chat/redactedStream';
import { redactError } from '../../nodes/MediaGeneration/chat/redactError';
import { parsedJson } from '../../nodes/MediaGeneration/support/json';
import { runInSlices } from '../../nodes/MediaGeneration/support/slices';
import { readBody } from '../../nodes/MediaGeneration/http/body';
import { redactInSlices } from '../../nodes/MediaGeneration/http/redact';
import { redactedEvents } from '../../nodes/MediaGeneration/http/request';
import { fallbackJobIn } from '../../nodes/MediaGeneration/answers/job/acceptedJob';
import { readJob } from '../../nodes/MediaGeneration/answers/job/job';
import { AnswerBuilder } from '../../nodes/MediaGeneration/answers/chat/chatStream';
import { jobIdsIn } from '../../nodes/MediaGeneration/answers/job/ids';
import { readModelList } from '../../nodes/MediaGeneration/answers/list/models';
import { pathsIn, walk } from '../../nodes/MediaGeneration/answers/core/walk';
import { finders, readers as answerReaders } from '../nodes/MediaGeneration/answers/readers';

/** What an answer of the API may be, growing with a number: each in a way that could make its reader slow. */
const answers: Record<string, (size: number) => unknown> = {
	'fields of one object': (size) => Object.fromEntries(list(size, (at) => [`field_${at}`, at])),
	'fields that are named like amounts': (size) =>
		Object.fromEntries(list(size, (at) => [`cost_usd_${at}`, at / 10])),
	'jobs in a list': (size) => ({
		data: list(size, (at) => ({
			job_id: `job-${at}`,
			status: 'completed',
			image_url: `https://h.example.com/${at}.png`,
		})),
	}),
	'jobs one within the other': (size) =>
		nested(Math.min(size, 60), (inner, at) => ({
			job_id: `job-${at}`,
			result: inner,
			all: list(size / 60, String),
		})),
	addresses: (size) => ({ output: list(size, (at) => `https://h.example.com/${at}.png`) }),
	'addresses in one text': (size) => ({
		text: list(size, (at) => `![${at}](https://h.example.com/${at}.png)`).join(' '),
	}),
	errors: (size) => ({
		errors: list(size, (at) => ({ message: `no ${at}`, code: `c${at}`, type: 'error' })),
	}),
	'JSON within texts': (size) => ({
		parts: list(size, (at) => JSON.stringify({ id: at, status: 'done' })),
	}),
	'lists of lists': (size) => ({ data: list(size / 10, () => list(10, (at) => ({ id: at }))) }),
	'prices of models': (size) => ({
		models: list(size, (at) => ({
			id: `m-${at}`,
			type: 'image',
			pricing: { usd: 0.1, unit: 'image' },
		})),
	}),
	'one long word': (size) => ({ message: 'x'.repeat(size * 100) }),
	'many quotation marks and backslashes': (size) => ({ message: '\\"'.repeat(size * 20) }),
	'tool calls': (size) => ({
		choices: [
			{
				message: {
					tool_calls: list(size, (at) => ({
						id: `c-${at}`,
						function: { name: 'f', arguments: '{}' },
					})),
				},
			},
		],
	}),
	choices: (size) => ({
		choices: list(size, (index) => ({ index, message: { content: `word ${index}` } })),
		usage: { total_tokens: size },
	}),
};

/** What reads an answer of the API. */
const readers: Record<string, (body: unknown) => unknown> = {
	'its bytes': async (body) => await readBody(Readable.from(pieces(JSON.stringify(body), 65_536))),
	'secrets in it': async (body) =>
		await redactInSlices(body, ['sk-a-secret-of-some-length', 'another "one"']),
	'secrets in an error': (body) =>
		redactError(Object.assign(new Error('x'), { body }), ['sk-a-secret-of-some-length']),
	...Object.fromEntries([...answerReaders, ...finders]),
	// What others have their turn between is one reading.
	acceptance: (body) => fallbackJobIn({ status: 200, headers: {}, body }, 'image'),
	job: (body) => readJob(body, 'image', { jobId: 'job-1' }),
	'job of a video': (body) => readJob(body, 'video'),
	models: async (body) => await runInSlices(readModelList(body)),
	'the jobs that it names': (body) => jobIdsIn(walk(body)),
	'its paths': (body) => pathsIn(body),
};

/** What a streamed chat may be, growing with a number. */
const streams: Record<string, (size: number) => string> = {
	events: (size) =>
		list(size, (at) => `data: {"choices":[{"delta":{"content":"word ${at}"}}]}\n\n`).join(''),
	'lines of JSON': (size) => list(size, (at) => `{"response":"word ${at}"}\n`).join(''),
	'a usage that grows': (size) =>
		list(size, (at) => `data: {"choices":[],"usage":{"tokens_${at}":${at}}}\n\n`).join(''),
	'a usage that is told again and again': (size) =>
		list(
			Math.sqrt(size),
			() =>
				`data: ${JSON.stringify({ usage: Object.fromEntries(list(Math.sqrt(size), (each) => [`u${each}`, each])) })}\n\n`,
		).join(''),
	'pieces of a tool call': (size) =>
		list(
			size,
			() =>
				`data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"x"}}]}}]}\n\n`,
		).join(''),
	'many tool calls': (size) =>
		list(
			size,
			(at) =>
				`data: {"choices":[{"delta":{"tool_calls":[{"index":${at},"id":"c${at}","function":{"name":"f","arguments":"{}"}}]}}]}\n\n`,
		).join(''),
	'the whole answer so far, each time': (size) =>
		list(
			Math.sqrt(size),
			(at) => `data: {"choices":[{"message":{"content":"${'word '.repeat(at)}"}}]}\n\n`,
		).join(''),
	comments: (size) => ': wait\n'.repeat(size),
	'one long event': (size) => `data: ${JSON.stringify({ text: 'x'.repeat(size * 50) })}\n\n`,
	'an event in many lines': (size) => `${'data: x\n'.repeat(size)}\n`,
	'empty lines': (size) => '\n\r\r\n'.repeat(size),
	text: (size) => 'word '.repeat(size),
};

/** What reads a stream, which arrives in pieces of so many bytes. */
const listeners: Record<string, (stream: string) => Promise<unknown>> = {
	'a chat': async (stream) =>
		await collectAnswer(
			redactedEvents(pieces(stream, 16_384), ['sk-a-secret-of-some-length']),
			new AnswerBuilder(),
		),
	'a chat, a few bytes at a time': async (stream) =>
		await collectAnswer(redactedEvents(pieces(stream, 7), []), new AnswerBuilder()),
	'the chat model': async (stream) => {
		for await (const text of redactedStream(pieces(stream, 16_384), ['sk-a-secret-of-some-length']))
			if (text === '\0') return text;
		return undefined;
	},
};

/** The smallest of two sizes that tell whether something grows faster than what is read, and the largest of a stream that anybody is patient for. */
export const SIZE = 600;
const LARGE = sized(8, 32) * SIZE;

/** One reader with one kind of answer or stream. */
export interface Reading {
	name: string;
	/** Makes one of this size, to be read. */
	make: (size: number) => () => Promise<unknown>;
	/** The largest that is worth reading: of an answer the largest that is read at all. */
	most: () => number;
}

/** Everything that reads what a service says, with everything that could make it slow. */
export const readings: Reading[] = [
	...Object.entries(answers).flatMap(([what, make]) =>
		Object.entries(readers).map(([who, read]) => ({
			name: `${who}: ${what}`,
			make: (size: number) => reading(read, make(size)),
			most: () => mostOf(make),
		})),
	),
	...Object.entries(streams).flatMap(([what, make]) =>
		Object.entries(listeners).map(([who, listen]) => ({
			name: `${who}: ${what}`,
			make: (size: number) => reading(listen, make(size)),
			most: () => LARGE,
		})),
	),
];

function reading<T>(read: (given: T) => unknown, given: T): () => Promise<unknown> {
	return async () => await read(given);
}

/** The largest answer, of twice the size each time, that is read at all. */
function mostOf(make: (size: number) => unknown): number {
	let size = SIZE;
	while (size < LARGE && parsedJson(JSON.stringify(make(2 * size))) !== undefined) size *= 2;
	return size;
}

function list<T>(size: number, make: (at: number) => T): T[] {
	return Array.from({ length: Math.ceil(size) }, (_, at) => make(at));
}

function nested(depth: number, wrap: (inner: unknown, at: number) => unknown): unknown {
	let value: unknown = 'inmost';
	for (let at = 0; at < depth; at++) value = wrap(value, at);
	return value;
}

/** The bytes as a network brings them, in pieces of so many: whatever waits has its turn after every 64 KiB. */
async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
	const bytes = Buffer.from(text);
	let arrived = 0;
	for (let at = 0; at < bytes.length; at += size) {
		yield await Promise.resolve(bytes.subarray(at, at + size));
		arrived += size;
		if (arrived < 65_536) continue;
		arrived = 0;
		await sleep(0);
	}
}
