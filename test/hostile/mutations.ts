import type { Chance } from './random';
import { hostileValue, names } from './values';

/** What a mutation needs to know of the case. */
export interface Scene {
	/** What the request carried and must never come out again, for a server that echoes it. */
	secrets: string[];
	/** A host that is not the service's. */
	foreignUrl: string;
}

type Json = unknown;
type Mutation = (chance: Chance, json: Json, scene: Scene) => Json;
/** An answer in bytes: for what no JSON value stands for. */
type RawMutation = (chance: Chance, text: string, scene: Scene) => Buffer;

const isRecord = (value: Json): value is Record<string, Json> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A change of one field, somewhere in an answer. */
type FieldChange = (
	chance: Chance,
	fields: Record<string, Json>,
	name: string,
	scene: Scene,
) => void;

/** Makes the change in a copy; the same when there is no field. */
const atSomeField =
	(change: FieldChange): Mutation =>
	(chance, json, scene) => {
		const copy = structuredClone(json);
		const places: Array<[Record<string, Json>, string]> = [];
		const open: Json[] = [copy];
		while (open.length > 0) {
			const next = open.pop();
			if (isRecord(next))
				places.push(
					...Object.keys(next).map((name): [Record<string, Json>, string] => [next, name]),
				);
			if (typeof next === 'object' && next !== null) open.push(...Object.values(next).slice(0, 50));
		}
		if (places.length > 0) change(chance, ...chance.pick(places), scene);
		return copy;
	};

const set = (fields: Record<string, Json>, name: string, value: Json) =>
	void Object.defineProperty(fields, name, {
		value,
		enumerable: true,
		configurable: true,
		writable: true,
	});

/** Values that answers lie with: money, addresses, identities, states, times. */
const lies: ReadonlyArray<(scene: Scene) => Json> = [
	...[
		...[1e21, 1e300, -1, 0.1 + 0.2, 1e-10, '1e21', 'NaN', '0.1.2', '$0.10', '1,000', '-0.00', ''],
		...['12345678901234567890123', '0.0000000001', { usd: '0.1' }, [0.1]],
		...['http://[bad', 'javascript:alert(1)', 'file:///etc/passwd', 'data:image/png;base64,AAAA'],
		...['//host/x', 'http:', '/relative.png', 'http://127.0.0.1:1/x.png', 'HTTP://127.0.0.1:9/X'],
		...['http://user:pass@127.0.0.1:9/x', '\\\\host\\x', `http://127.0.0.1:9/${'a'.repeat(9_000)}`],
		...[7, { id: 1 }, '..', '.', 'a/b', '../../billing/balance', 'a?b', '%2e%2e', '\ud800', ' '],
		...['\0', ['x'], true, '__proto__', 'processing', 'completed', 'COMPLETED', 'queued'],
		...['unknown', 42, null, [], 'succeeded\n', 'not a date', '9999999-99-99', -1e15],
	].map((value) => () => value),
	({ foreignUrl }) => `${foreignUrl}/file.png`,
	({ foreignUrl }) => [`${foreignUrl}/1.png`, `${foreignUrl}/2.png`],
	({ secrets }) => secrets[0],
	({ secrets }) => `Bearer ${secrets.join(' ')}`,
];

/** Whole answers that hold next to nothing. */
const hollow = [
	...[{}, null, [], '', 0, 1, true, false, 'ok', [null], [[]], [{}], { id: 5 }, { success: true }],
	...[
		{ data: null },
		{ data: [] },
		{ data: {} },
		{ status: 'processing' },
		{ status: 'completed' },
	],
	...[{ choices: [] }, { choices: null }, { choices: [{}] }, { choices: [{ message: null }] }],
];

const lie: FieldChange = (chance, fields, name, scene) =>
	set(fields, name, chance.pick(lies)(scene));
const fieldChanges: readonly FieldChange[] = [
	(_, fields, name) => void delete fields[name],
	(chance, fields, name) => {
		const value = fields[name];
		delete fields[name];
		set(fields, chance.happens(0.5) ? chance.pick(names) : `${name}_x`, value);
	},
	(chance, fields, name) => set(fields, name, hostileValue(chance)),
	lie,
	lie,
	(chance, fields, name) => set(fields, chance.pick(names), fields[name]),
	(chance, fields, name) => {
		const value = fields[name];
		const wrapped = [[value], { [name]: value }, JSON.stringify(value ?? null), [[value, value]]];
		set(fields, name, chance.pick<Json>(wrapped));
	},
];

const mutations: readonly Mutation[] = [
	...fieldChanges.map(atSomeField),
	(chance, json) =>
		chance.pick<Json>([
			...[[json], { data: json }, { result: { data: [json] } }, { [chance.pick(names)]: json }],
			...[[json, json], { data: null, result: json }, JSON.stringify(json)],
		]),
	(chance, json) =>
		isRecord(json)
			? Object.fromEntries(Object.entries(json).filter(() => chance.happens(0.5)))
			: json,
	(chance, json) =>
		isRecord(json)
			? Object.fromEntries(
					Object.entries(json).map(([name, value]) => [
						name,
						chance.happens(0.3) ? hostileValue(chance) : value,
					]),
				)
			: json,
	(chance) => chance.pick<Json>(hollow),
	(chance) => hostileValue(chance),
];

const big = (chance: Chance) => chance.happens(0.05);

const raw: readonly RawMutation[] = [
	(chance, text) => Buffer.from(text.slice(0, chance.below(text.length + 1))),
	(chance, text) => Buffer.from(text.slice(0, chance.below(text.length + 1))),
	() => Buffer.alloc(0),
	(chance) =>
		Buffer.from(
			chance.pick([
				...['<html><body>502 Bad Gateway</body></html>', 'OK', 'undefined', 'NaN', '{', ']', '"'],
				...['{"a":}', "{'a': 1}", '// x\n{}', '\0\0\0', '{"job_id":"cut', 'null null', '{}{}'],
				'data: {}\n\n',
			]),
		),
	(_, text) => Buffer.from(`\ufeff${text}`),
	(_, text) => Buffer.from(text, 'utf16le'),
	(chance, text) => {
		const bytes = Buffer.from(text);
		for (let count = 0; count < 5 && bytes.length > 0; count++)
			bytes[chance.below(bytes.length)] = 128 + chance.below(128);
		return bytes;
	},
	(chance, text) =>
		Buffer.from(
			text.replace(
				/^\{/,
				`{${chance.pick(['"job_id":"twice",', '"__proto__":{"polluted":true},', '"constructor":{"prototype":{"polluted":true}},', '"status":"processing",', '"url":1,', '"cost_nanos":1e400,', '"":"",'])}`,
			),
		),
	(chance, text) =>
		Buffer.from(
			text.replace(
				/:\s*("[^"]*"|[\d.]+)/,
				`:${chance.pick(['1e400', '-1e400', '123456789012345678901234567890', '0.1e-400', '"\\ud800"', '"\\u0000"', 'null'])}`,
			),
		),
	(chance, text) =>
		deeplyNested(
			chance.happens(0.5) ? 10_000 : 500,
			chance.pick(['array', 'object', 'data']),
			text,
		),
	(chance, text) =>
		big(chance)
			? Buffer.from(
					`{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":${index}`).join(',')},"end":${text || 'null'}}`,
				)
			: Buffer.from(`[${text},${text}]`),
	(chance, text) =>
		big(chance)
			? Buffer.from(text.replace(/"[^"]*"(?=[,}])/, `"${'x'.repeat(5 * 1024 * 1024)}"`))
			: Buffer.from(text.replace(/"[^"]*"(?=[,}])/, `"${'y'.repeat(20_000)}"`)),
	(_, text, { secrets }) =>
		Buffer.from(text.replace(/"[^"]*"(?=[,}\]])/g, JSON.stringify(secrets.join('/')))),
	(_, text, { secrets }) =>
		Buffer.from(
			`{"error":{"message":${JSON.stringify(`Key ${secrets.join(' ')} is odd`)},"${secrets[0]}":1},"echo":${text || 'null'}}`,
		),
];

function deeplyNested(depth: number, how: 'array' | 'object' | 'data', text: string): Buffer {
	const [open, close] = { array: ['[', ']'], object: ['{"a":', '}'], data: ['{"data":', '}'] }[
		how
	] as [string, string];
	return Buffer.from(open.repeat(depth) + (text || 'null') + close.repeat(depth));
}

/** Another body, made of the true one. Server-Sent Events are changed event by event. */
export function mutated(chance: Chance, body: Buffer, scene: Scene): Buffer {
	const text = body.toString();
	if (text.startsWith('data:'))
		return chance.happens(0.15)
			? chance.pick(raw)(chance, text, scene)
			: mutatedEvents(chance, text, scene);
	if (chance.happens(0.3)) return chance.pick(raw)(chance, text, scene);
	let json: Json = parsed(text);
	for (let count = 1 + chance.below(3); count > 0; count--)
		json = chance.pick(mutations)(chance, json, scene);
	return written(json);
}

const oddEvents = [
	...['event: ping', ': comment', 'data:', 'data: null', 'data: []', 'data: 0', 'id: 1\nretry: 0'],
	...['data: [DONE]', 'data: {"choices":null}', 'data: {"choices":[{"delta":null}]}'],
	...['data: {"choices":[{"delta":{"content":7}}]}', '\ud800'],
];

function mutatedEvents(chance: Chance, text: string, scene: Scene): Buffer {
	const events = text.split('\n\n').filter(Boolean);
	const victim = chance.below(events.length);
	const json = parsed((events[victim] ?? '').slice(5));
	const another = () => {
		const data = written(chance.pick(mutations)(chance, json, scene)).toString();
		return events.toSpliced(victim, 1, `data: ${data.replaceAll('\n', ' ')}`);
	};
	const beforeIt = (event: string) => events.toSpliced(victim, 0, event);
	const change: ReadonlyArray<() => string[]> = [
		() => events.slice(0, victim),
		() => events.filter((event) => !event.includes('[DONE]')),
		another,
		another,
		() => events.toSpliced(victim, 1, (events[victim] ?? '').slice(0, 12)),
		() => {
			const content = 'x'.repeat(big(chance) ? 2 * 1024 * 1024 : 50_000);
			return beforeIt(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}`);
		},
		() => beforeIt('data: {"error":{"message":"It broke"}}'),
		() => beforeIt(chance.pick(oddEvents)),
		() => [...events, ...events],
		() => [...events].reverse(),
	];
	return Buffer.from(
		chance
			.pick(change)()
			.map((event) => `${event}${chance.happens(0.1) ? '\r\n\r\n' : '\n\n'}`)
			.join(''),
	);
}

function parsed(text: string): Json {
	try {
		return JSON.parse(text) as Json;
	} catch {
		return text;
	}
}

function written(json: Json): Buffer {
	try {
		return Buffer.from(JSON.stringify(json) ?? '');
	} catch {
		return Buffer.from('[object Unwritable]');
	}
}
