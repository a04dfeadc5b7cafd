import fc from 'fast-check';
import { readJob } from '../../../../nodes/MediaGeneration/answers/job/job';
import { MAX_DEPTH, MAX_PLACES, walk } from '../../../../nodes/MediaGeneration/answers/core/walk';
import { readers } from './readers';

function nested(name: string, depth: number, innermost: unknown): unknown {
	let value = innermost;
	for (let level = 0; level < depth; level++) value = { [name]: value };
	return value;
}

const long = 100_000;

/** Answers that made a reader hang or blow up. */
const hostile: Array<[string, unknown]> = [
	...'images data error choices message status id next pricing scopes'
		.split(' ')
		.flatMap((name): Array<[string, unknown]> => [
			[`${name} 40 deep`, nested(name, 40, 'https://cdn.example.net/1.png')],
			[`${name} ${long} deep`, nested(name, long, 1)],
		]),
	['lists within lists', JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)],
	...[
		',',
		'\n',
		'/',
		' ',
		'\\',
		'-',
		'.',
		'=',
		'<',
		'(',
		'0',
		'a',
		'A',
		'aB',
		'_',
		'@',
		'{',
		'[',
	].flatMap((sign): Array<[string, unknown]> => {
		const text = sign.repeat(long);
		return [
			[
				`${long} times ${JSON.stringify(sign)} as every text`,
				{
					id: text,
					status: text,
					url: text,
					message: text,
					error: text,
					next: text,
					cost: text,
					eta: text,
					content: text,
					model: text,
				},
			],
			[`${long} times ${JSON.stringify(sign)} as a name`, { [text]: { [text]: text } }],
			[
				`${long} times ${JSON.stringify(sign)} between words`,
				{
					status: `failed${text}x`,
					url: `https://a.example.net/${text}x`,
					error: `<title>${text}`,
				},
			],
		];
	}),
	[
		'many fields of one kind side by side',
		Object.fromEntries(
			Array.from({ length: 20_000 }, (_, at) => [`id_${at}`, `https://a.example.net/${at}.png`]),
		),
	],
	[
		'many errors side by side',
		Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`error_code_${at}`, `no ${at}`])),
	],
	[
		'many amounts side by side',
		Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`cost_${at}_usd`, at / 7])),
	],
	[
		'many codes side by side',
		Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`x${at}_code`, 500])),
	],
	[
		'many records by ID',
		Object.fromEntries(
			Array.from({ length: 20_000 }, (_, at) => [`key_${at}`, { name: 'a', status: 'b' }]),
		),
	],
	[
		'many records',
		{
			data: Array.from({ length: 20_000 }, (_, at) => ({
				id: `j${at}`,
				status: 'queued',
				url: `https://a.example.net/${at}.png`,
				error: 'x',
			})),
		},
	],
	[
		'many addresses in texts',
		{
			data: Array.from({ length: 1_000 }, () => ({
				message: 'https://a.example.net/1.png '.repeat(500),
			})),
		},
	],
	[
		'many groups',
		Object.fromEntries(
			Array.from({ length: 5_000 }, (_, at) => [`image_${at}`, [{ id: `m${at}` }]]),
		),
	],
];

describe.each(readers)('%s', (_, read) => {
	test.each(hostile)('%s is read', (__, body) => {
		expect(() => read(body)).not.toThrow();
	});

	test('no JSON value makes it throw', () => {
		fc.assert(fc.property(fc.jsonValue(), (body) => expect(() => read(body)).not.toThrow()));
		fc.assert(fc.property(fc.anything(), (body) => expect(() => read(body)).not.toThrow()));
	});
});

test('a picture is found forty levels deep', () => {
	expect(readJob(nested('images', 40, 'https://cdn.example.net/1.png'), 'image').urls).toEqual([
		'https://cdn.example.net/1.png',
	]);
});

test('an answer is walked once, to the bounds and no further, the outer values first', () => {
	const wide = { list: Array.from({ length: 1_000_000 }, () => 1), status: 'completed' };
	expect(walk(wide).places).toHaveLength(MAX_PLACES);
	expect(walk(wide)).toBe(walk(wide));
	expect(readJob(wide, 'image')).toMatchObject({ status: 'completed', extra: { list: wide.list } });
	for (const deeper of [0, 1, 2])
		expect(walk(nested('a', MAX_DEPTH + deeper, {})).places).toHaveLength(MAX_DEPTH + 1);
});

test('each value is visited once', () => {
	const count = (value: unknown): number =>
		typeof value === 'object' && value !== null
			? Object.values(value).reduce<number>((sum, inner) => sum + count(inner), 1)
			: 1;
	fc.assert(
		fc.property(fc.jsonValue({ stringUnit: fc.constantFrom('a', ' ', '_', 'B', '1') }), (body) =>
			expect(walk(body).places).toHaveLength(count(body)),
		),
	);
});
