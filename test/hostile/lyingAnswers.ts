import { gzipSync } from 'node:zlib';
import { mutated, type Scene } from './mutations';
import type { Chance } from './random';
import type { Deceit, TrueAnswer, Wire } from './stage';

/** How one request is deceived, for the report too. */
export interface Lie extends Deceit {
	/** In a word. */
	name: string;
}

/** How long a connection that has gone silent is held open, where the item sets no time-out; in milliseconds. */
const SHORT_HOLD_MS = 300;

/** What goes out in place of an answer. */
type Maker = (answer: TrueAnswer, chance: Chance, scene: Scene, patient: boolean) => Wire;

const REFUSALS = [
	400, 401, 402, 403, 404, 405, 406, 409, 410, 411, 413, 415, 418, 422, 423, 424, 426, 428, 431,
	451, 499,
];
const UNCLEAR = [408, 500, 501, 502, 503, 504, 505, 507, 511, 520, 524, 529, 599, 600, 700, 999];
const SUCCESSES = [200, 201, 202, 203, 206, 207, 226, 299];
const STATUS_LINES = [
	...['HTTP/1.1 banana', 'ICY 200 OK', 'HTTP/1.1 0 No', 'HTTP/9.9 200 OK', 'HTTP/1.1 -1 X'],
	'',
]
	.map((line) => `${line}\r\n\r\n`)
	.concat('');
const TYPES = [
	...['text/html', 'text/plain', 'application/octet-stream', 'image/png', 'text/event-stream'],
	...['application/xml', 'application/json; charset=utf-16', 'x', '\u0001'],
];
const PLACES = ['/api/v1/models', '//127.0.0.1:9/', 'http://[bad', 'javascript:1', '', '..'];

/** The answer as it came, with another status or other headers. */
function head(status: number | string, headers: Record<string, string | string[]>): Buffer {
	const lines = Object.entries(headers).flatMap(([name, values]) =>
		[values].flat().map((value) => `${name}: ${value}`),
	);
	return Buffer.from(`HTTP/1.1 ${status} So\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
}

const json = { 'Content-Type': 'application/json' };
const ended = (...bytes: Buffer[]): Wire => ({ bytes, end: 'end' });
const whole = (status: number, body: Buffer, type = 'application/json'): Wire =>
	ended(head(status, { 'Content-Type': type, 'Content-Length': String(body.length) }), body);
const typeOf = ({ headers }: TrueAnswer) => headers['content-type'];
/** The true body, or one made of it. */
const either = ({ body }: TrueAnswer, chance: Chance, scene: Scene) =>
	chance.happens(0.5) ? body : mutated(chance, body, scene);
const silence = (bytes: Buffer[], patient: boolean): Wire => ({
	bytes,
	end: 'hold',
	holdMs: patient ? undefined : SHORT_HOLD_MS,
});
/** The head of the true answer, and no more than half of its body. */
const cut = (answer: TrueAnswer): Buffer[] => [
	whole(answer.status, answer.body, typeOf(answer)).bytes[0] as Buffer,
	answer.body.subarray(0, Math.ceil(answer.body.length / 2)),
];

/** All lies, each as often as its weight says. What is refused for certain has not been done. */
const lies: ReadonlyArray<readonly [name: string, weight: number, when: Deceit['when'], Maker]> = [
	[
		'body',
		60,
		'after',
		(answer, chance, scene) =>
			whole(answer.status, mutated(chance, answer.body, scene), typeOf(answer)),
	],
	[
		'body and status',
		6,
		'after',
		({ body }, chance, scene) => whole(chance.pick(SUCCESSES), mutated(chance, body, scene)),
	],
	['no content', 2, 'after', (_, chance) => ended(head(chance.pick([204, 205]), {}))],
	[
		'refused',
		3,
		'before',
		(answer, chance, scene) => whole(chance.pick(REFUSALS), either(answer, chance, scene)),
	],
	[
		'unclear status',
		5,
		'after',
		(answer, chance, scene) => whole(chance.pick(UNCLEAR), either(answer, chance, scene)),
	],
	[
		'informational',
		1,
		'after',
		(answer, chance) =>
			ended(
				Buffer.from(`HTTP/1.1 ${chance.pick([100, 102, 103, 199])} Wait\r\n\r\n`),
				...(chance.happens(0.5) ? whole(answer.status, answer.body, typeOf(answer)).bytes : []),
			),
	],
	[
		'no status',
		1,
		'after',
		({ body }, chance) => ended(Buffer.from(chance.pick(STATUS_LINES)), body),
	],
	[
		'content type',
		3,
		'after',
		({ status, body }, chance) => whole(status, body, chance.pick(TYPES)),
	],
	[
		'content length',
		3,
		'after',
		({ status, body: { length }, body }, chance) => {
			const near = [String(length + 10), String(Math.max(0, length - 5))];
			const lengths = [...near, '0', '-1', 'many', '99999999999999'];
			return ended(head(status, { ...json, 'Content-Length': chance.pick(lengths) }), body);
		},
	],
	[
		'gzip',
		3,
		'after',
		({ status, body }, chance) => {
			const cutShort = [gzipSync(body).subarray(0, 15), Buffer.from('zip')];
			const large = gzipSync(Buffer.alloc(2 * 1024 * 1024));
			const packed = chance.pick([body, ...cutShort, gzipSync(body), large]);
			const encoding = chance.pick(['gzip', 'br', 'deflate', 'unknown']);
			const headers = { 'Content-Encoding': encoding, 'Content-Length': String(packed.length) };
			return ended(head(status, { ...json, ...headers }), packed);
		},
	],
	[
		'chunks',
		2,
		'after',
		({ status, body }, chance) => {
			const noEnd = `${body.length.toString(16)}\r\n${body}\r\n`;
			const chunks = [`zz\r\n${body}\r\n0\r\n\r\n`, noEnd, `fffffff\r\n${body}`];
			const headers = { ...json, 'Transfer-Encoding': 'chunked' };
			return ended(head(status, headers), Buffer.from(chance.pick(chunks)));
		},
	],
	[
		'headers',
		2,
		'after',
		({ status, body }, chance, { secrets }) => {
			const odd: Array<Record<string, string | string[]>> = [
				{ 'X-Echo': secrets.join(' ') },
				{ 'X-Much': 'x'.repeat(20_000) },
				{ 'Set-Cookie': Array<string>(50).fill('a=b') },
				{ 'Retry-After': 'never' },
			];
			const length = { 'Content-Length': String(body.length) };
			return ended(head(status, { ...json, ...length, ...chance.pick(odd) }), body);
		},
	],
	[
		'redirect',
		3,
		'before',
		(_, chance, { foreignUrl }) =>
			ended(
				head(chance.pick([300, 301, 302, 307, 308]), {
					Location: chance.pick([`${foreignUrl}/elsewhere`, ...PLACES]),
					'Content-Length': '0',
				}),
			),
	],
	['reset', 2, 'after', () => ({ bytes: [], end: 'reset' })],
	['cut in mid-body', 3, 'after', (answer) => ({ bytes: cut(answer), end: 'reset' })],
	['silence', 1.5, 'after', (_, __, ___, patient) => silence([], patient)],
	['silence in mid-body', 1.5, 'after', (answer, _, __, patient) => silence(cut(answer), patient)],
];

const total = lies.reduce((sum, [, weight]) => sum + weight, 0);

/**
 * Any way in which a server can lie.
 * @param patient whether the item sets a time-out, so that it may be kept waiting
 */
export function anyLie(chance: Chance, scene: Scene, patient: boolean): Lie {
	let left = chance.next() * total;
	for (const [name, weight, when, make] of lies) {
		left -= weight;
		if (left < 0) return { name, when, wire: (answer) => make(answer, chance, scene, patient) };
	}
	throw new Error('The weights do not add up');
}
