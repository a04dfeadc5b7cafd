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

type Maker = (chance: Chance, scene: Scene, patient: boolean) => Omit<Lie, 'name'>;

const REFUSALS = [
	400, 401, 402, 403, 404, 405, 406, 409, 410, 411, 413, 415, 418, 422, 423, 424, 426, 428, 431,
	451, 499,
];
const UNCLEAR = [408, 500, 501, 502, 503, 504, 505, 507, 511, 520, 524, 529, 599, 600, 700, 999];
const SUCCESSES = [200, 201, 202, 203, 206, 207, 226, 299];

/** The answer as it came, with another status or other headers. */
function head(status: number | string, headers: Record<string, string | string[]>): Buffer {
	const lines = Object.entries(headers).flatMap(([name, values]) =>
		[values].flat().map((value) => `${name}: ${value}`),
	);
	return Buffer.from(`HTTP/1.1 ${status} So\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
}

const json = { 'Content-Type': 'application/json' };
const whole = (status: number, type: string | undefined, body: Buffer): Wire => ({
	bytes: [
		head(status, {
			'Content-Type': type ?? 'application/json',
			'Content-Length': String(body.length),
		}),
		body,
	],
	end: 'end',
});
const honestWire = ({ status, headers, body }: TrueAnswer) =>
	whole(status, headers['content-type'], body);
const after = (wire: (answer: TrueAnswer) => Wire): Omit<Lie, 'name'> => ({ when: 'after', wire });
const before = (wire: (answer: TrueAnswer) => Wire): Omit<Lie, 'name'> => ({
	when: 'before',
	wire,
});
const silence = (bytes: Buffer[], patient: boolean): Wire => ({
	bytes,
	end: 'hold',
	holdMs: patient ? undefined : SHORT_HOLD_MS,
});
/** The head of the true answer, and no more than half of its body. */
const cut = ({ status, headers, body }: TrueAnswer): Buffer[] => [
	head(status, {
		'Content-Type': headers['content-type'] ?? 'application/json',
		'Content-Length': String(body.length),
	}),
	half(body),
];
const half = (body: Buffer) => body.subarray(0, Math.ceil(body.length / 2));

/** All lies, each as often as its weight says. What is refused for certain has not been done. */
const lies: ReadonlyArray<readonly [name: string, weight: number, maker: Maker]> = [
	[
		'body',
		60,
		(chance, scene) =>
			after((answer) =>
				whole(answer.status, answer.headers['content-type'], mutated(chance, answer.body, scene)),
			),
	],
	[
		'body and status',
		6,
		(chance, scene) =>
			after((answer) =>
				whole(chance.pick(SUCCESSES), 'application/json', mutated(chance, answer.body, scene)),
			),
	],
	[
		'no content',
		2,
		(chance) => after(() => ({ bytes: [head(chance.pick([204, 205]), {})], end: 'end' })),
	],
	[
		'refused',
		3,
		(chance, scene) =>
			before((answer) =>
				whole(
					chance.pick(REFUSALS),
					'application/json',
					chance.happens(0.5) ? answer.body : mutated(chance, answer.body, scene),
				),
			),
	],
	[
		'unclear status',
		5,
		(chance, scene) =>
			after((answer) =>
				whole(
					chance.pick(UNCLEAR),
					'application/json',
					chance.happens(0.5) ? answer.body : mutated(chance, answer.body, scene),
				),
			),
	],
	[
		'informational',
		1,
		(chance) =>
			after((answer) => ({
				bytes: [
					Buffer.from(`HTTP/1.1 ${chance.pick([100, 102, 103, 199])} Wait\r\n\r\n`),
					...(chance.happens(0.5) ? honestWire(answer).bytes : []),
				],
				end: 'end',
			})),
	],
	[
		'no status',
		1,
		(chance) =>
			after(({ body }) => ({
				bytes: [
					Buffer.from(
						chance.pick([
							'HTTP/1.1 banana\r\n\r\n',
							'ICY 200 OK\r\n\r\n',
							'HTTP/1.1 0 No\r\n\r\n',
							'HTTP/9.9 200 OK\r\n\r\n',
							'HTTP/1.1 -1 X\r\n\r\n',
							'\r\n\r\n',
							'',
						]),
					),
					body,
				],
				end: 'end',
			})),
	],
	[
		'content type',
		3,
		(chance) =>
			after((answer) =>
				whole(
					answer.status,
					chance.pick([
						'text/html',
						'text/plain',
						'application/octet-stream',
						'image/png',
						'text/event-stream',
						'application/xml',
						'application/json; charset=utf-16',
						'x',
						'\u0001',
					]),
					answer.body,
				),
			),
	],
	[
		'content length',
		3,
		(chance) =>
			after(({ status, body }) => ({
				bytes: [
					head(status, {
						...json,
						'Content-Length': chance.pick([
							String(body.length + 10),
							String(Math.max(0, body.length - 5)),
							'0',
							'-1',
							'many',
							'99999999999999',
						]),
					}),
					body,
				],
				end: 'end',
			})),
	],
	[
		'gzip',
		3,
		(chance) =>
			after(({ status, body }) => {
				const packed = chance.pick([
					body,
					gzipSync(body).subarray(0, 15),
					Buffer.from('zip'),
					gzipSync(body),
					gzipSync(Buffer.alloc(2 * 1024 * 1024)),
				]);
				return {
					bytes: [
						head(status, {
							...json,
							'Content-Encoding': chance.pick(['gzip', 'br', 'deflate', 'unknown']),
							'Content-Length': String(packed.length),
						}),
						packed,
					],
					end: 'end',
				};
			}),
	],
	[
		'chunks',
		2,
		(chance) =>
			after(({ status, body }) => ({
				bytes: [
					head(status, { ...json, 'Transfer-Encoding': 'chunked' }),
					Buffer.from(
						chance.pick([
							`zz\r\n${body}\r\n0\r\n\r\n`,
							`${body.length.toString(16)}\r\n${body}\r\n`,
							`fffffff\r\n${body}`,
						]),
					),
				],
				end: 'end',
			})),
	],
	[
		'headers',
		2,
		(chance, { secrets }) =>
			after(({ status, body }) => {
				const odd: Array<Record<string, string | string[]>> = [
					{ 'X-Echo': secrets.join(' ') },
					{ 'X-Much': 'x'.repeat(20_000) },
					{ 'Set-Cookie': Array<string>(50).fill('a=b') },
					{ 'Retry-After': 'never' },
				];
				return {
					bytes: [
						head(status, { ...json, 'Content-Length': String(body.length), ...chance.pick(odd) }),
						body,
					],
					end: 'end',
				};
			}),
	],
	[
		'redirect',
		3,
		(chance, { foreignUrl }) =>
			before(() => ({
				bytes: [
					head(chance.pick([300, 301, 302, 307, 308]), {
						Location: chance.pick([
							`${foreignUrl}/elsewhere`,
							'/api/v1/models',
							'//127.0.0.1:9/',
							'http://[bad',
							'javascript:1',
							'',
							'..',
						]),
						'Content-Length': '0',
					}),
				],
				end: 'end',
			})),
	],
	['reset', 2, () => after(() => ({ bytes: [], end: 'reset' }))],
	['cut in mid-body', 3, () => after((answer) => ({ bytes: cut(answer), end: 'reset' }))],
	['silence', 1.5, (_, __, patient) => after(() => silence([], patient))],
	[
		'silence in mid-body',
		1.5,
		(_, __, patient) => after((answer) => silence(cut(answer), patient)),
	],
];

const total = lies.reduce((sum, [, weight]) => sum + weight, 0);

/**
 * Any way in which a server can lie.
 * @param patient whether the item sets a time-out, so that it may be kept waiting
 */
export function anyLie(chance: Chance, scene: Scene, patient: boolean): Lie {
	let left = chance.next() * total;
	for (const [name, weight, make] of lies) {
		left -= weight;
		if (left < 0) return { name, ...make(chance, scene, patient) };
	}
	throw new Error('The weights do not add up');
}
