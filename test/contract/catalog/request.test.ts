import fc from 'fast-check';
import {
	findModel,
	unlistedModel,
	type ModelEntry,
	type ModelKind,
} from '../../../contract/catalog';
import {
	buildBody,
	checkValues,
	coerceValues,
	readRequestBody,
} from '../../../contract/catalog/request';
import { outsideOf, sampleOf } from '../../support/values';
import { catalog } from '../../../contract/catalog';
import { rulesOf } from '../../../contract/catalog/rules';

function model(kind: ModelKind, id: string): ModelEntry {
	return findModel(kind, id) ?? unlistedModel(kind, id);
}

const dev = model('image', 'model-dev');
const messages = (entry: ModelEntry, values: Record<string, unknown>) =>
	checkValues(entry, values).problems.map(({ message }) => message);

test.each([
	[
		dev,
		{ prompt: 'x', image_width: 255 },
		'image_width must be a whole number from 256 to 2048 for model-dev (given: 255)',
	],
	[
		dev,
		{ prompt: '   ' },
		'prompt is required: text of 1 to 2000 characters, not counting spaces at its ends (given: nothing)',
	],
	[
		model('video', 't2v-turbo'),
		{ prompt: 'x', seconds: 6 },
		'seconds must be one of 5, 8 for t2v-turbo (given: 6)',
	],
	[
		model('video', 'av-gen'),
		{ prompt: 'x' },
		'image_url is required: an http(s) URL (given: nothing)',
	],
	[
		model('studio', 'standard'),
		{ prompt: 'x', image_urls: Array(6).fill('http://h/a.png') },
		'image_urls must be a list of 1 to 5 http(s) URLs for standard (given: a list of 6)',
	],
])('names parameter, rule and value: %#', (entry, values, expected) => {
	const [message, ...others] = messages(entry, values);
	expect(message).toBe(expected);
	expect(others).toEqual([]);
});

test('a documented parameter that the model does not take is named with those it does', () => {
	expect(messages(model('image', 'realism'), { prompt: 'x', seed: 3 })).toEqual([
		'seed is not a parameter of realism, which takes prompt, image_width, image_height, resolution, quality, negative_prompt (given: 3)',
	]);
});

test('only the image endpoint limits the length of a prompt', () => {
	expect(messages(model('video', 't2v-turbo'), { prompt: 'x'.repeat(5000) })).toEqual([]);
});

test('what is nothing is not sent, and zeros and texts that look like nothing are', () => {
	const { values, problems } = checkValues(dev, {
		prompt: ' x ',
		seed: 0,
		image_width: null,
		quality: '',
		resolution: undefined,
	});
	expect(problems).toEqual([]);
	expect(buildBody(dev, values)).toEqual({
		model: 'model-dev',
		prompt: 'x',
		additional_settings: { seed: 0 },
	});
});

test('a boolean that says what happens anyway is not sent', () => {
	const vendor = model('video', 'some-vendor-model');
	expect(buildBody(vendor, { prompt: 'x', generate_audio: false, audio: true })).toEqual({
		model: 'some-vendor-model',
		prompt: 'x',
	});
	expect(buildBody(vendor, { prompt: 'x', generate_audio: true, audio: false })).toEqual({
		model: 'some-vendor-model',
		prompt: 'x',
		additional_settings: { generate_audio: true, audio: false },
	});
});

test.each([
	['seed', '7', 7],
	['seed', ' 7 ', 7],
	['seed', 'seven', 'seven'],
	['seed', '', ''],
	['guidance_scale', '3.5', 3.5],
	['negative_prompt', '123', '123'],
	['enable_web_search', 'TRUE', true],
	['enable_web_search', 'Yes', true],
	['enable_web_search', '0', false],
	['enable_web_search', 'maybe', 'maybe'],
	['aspect_ratio', ' 16:9 ', '16:9'],
	['aspect_ratio', 5, '5'],
	['aspect_ratio', '16 : 9', '16:9'],
	['aspect_ratio', '16x9', '16:9'],
	['aspect_ratio', '16/9', '16:9'],
	['resolution', '1K', '1k'],
	['output_format', 'PNG', 'png'],
	['output_format', 'jpg', 'jpeg'],
	['output_format', '.PNG', 'png'],
	['output_format', 'gif', 'gif'],
	['image_width', '1024px', 1024],
	['image_width', '1024 pixels', 1024],
	['image_width', '1024 s', '1024 s'],
	['seed', '5s', '5s'],
	['seed', 5, 5],
	['seed', '  ', '  '],
	['seed', 'Infinity', 'Infinity'],
	['seed', true, true],
	['enable_web_search', ' False\n', false],
	['enable_web_search', 'untrue', 'untrue'],
	['enable_web_search', 'trues', 'trues'],
	['negative_prompt', ' no cats ', ' no cats '],
	['negative_prompt', 5, 5],
	['negative_prompt', 'true', 'true'],
	['colour', ' 5 ', ' 5 '],
])('%s given as text %j is read as %j', (name, given, expected) => {
	expect(coerceValues(unlistedModel('image', 'some-vendor-model'), { [name]: given })).toEqual({
		[name]: expected,
	});
});

test.each([
	['5s', 5],
	['5 sec', 5],
	['5 seconds', 5],
	['five', 'five'],
])('a duration of %j is read as %j', (given, expected) => {
	expect(coerceValues(model('video', 't2v-turbo'), { seconds: given })).toEqual({
		seconds: expected,
	});
});

test('an object where text is asked for is told with its fields', () => {
	expect(messages(dev, { prompt: { title: 'x', text: 'y' } })).toEqual([
		'prompt must be text of 1 to 2000 characters, not counting spaces at its ends for model-dev (given: an object; pick one of its fields: title, text)',
	]);
});

test('a list of URLs is read out of one text', () => {
	expect(
		coerceValues(model('studio', 'standard'), { image_urls: 'http://h/a.png, http://h/b.png' }),
	).toEqual({
		image_urls: ['http://h/a.png', 'http://h/b.png'],
	});
});

const everyRule = catalog.flatMap((entry) =>
	rulesOf(entry).map((rule) => [`${entry.kind} ${entry.id}`, rule.name, entry, rule] as const),
);

test.each(everyRule)('%s refuses a value one step outside of %s', (_, name, entry, rule) => {
	const fine = Object.fromEntries(
		rulesOf(entry)
			.filter(({ required }) => required)
			.map((needed) => [needed.name, sampleOf(needed)]),
	);
	expect(checkValues(entry, { ...fine, [name]: sampleOf(rule) }).problems).toEqual([]);
	for (const outside of outsideOf(rule)) {
		expect(checkValues(entry, { ...fine, [name]: outside }).problems).toMatchObject([
			{ param: name },
		]);
	}
});

test('a body built for any model reads back as the same values', () => {
	fc.assert(
		fc.property(fc.constantFrom(...catalog), fc.infiniteStream(fc.boolean()), (entry, coin) => {
			const chosen = rulesOf(entry).filter(({ required }) => required || coin.next().value);
			const values = Object.fromEntries(chosen.map((rule) => [rule.name, sampleOf(rule)]));
			const body = buildBody(entry, checkValues(entry, values).values);
			expect(readRequestBody(entry, body)).toEqual({ values, problems: [] });
		}),
	);
});

test.each<[name: string, body: Record<string, unknown>, values: object, problems: object[]]>([
	[
		'a knob at the wrong place is named',
		{ prompt: 'x', seed: 1 },
		{ prompt: 'x', seed: 1 },
		[
			{
				param: 'seed',
				rule: 'in additional_settings',
				message: 'seed belongs in additional_settings',
			},
		],
	],
	[
		'a value that is given twice is named, and the one at the top counts',
		{ prompt: 'x', additional_settings: { prompt: 'y' } },
		{ prompt: 'x' },
		[
			{
				param: 'prompt',
				rule: 'given once',
				message: 'prompt must be given once (given: x, and in additional_settings y)',
			},
		],
	],
	[
		'the same value twice is fine',
		{ image_urls: ['a'], additional_settings: { image_urls: ['a'] } },
		{ image_urls: ['a'] },
		[],
	],
	[
		'null is no value',
		{ prompt: null, quality: 'low', additional_settings: { seed: null, quality: null } },
		{ quality: 'low' },
		[],
	],
	[
		'what is no parameter is left out',
		{ colour: 1, model: 'm', additional_settings: { colour: 2, seed: 3 } },
		{ seed: 3 },
		[],
	],
	...[null, 'seed', ['seed'], 5].map(
		(given): [string, object & Record<string, unknown>, object, []] => [
			`settings that are none: ${JSON.stringify(given)}`,
			{ prompt: 'x', additional_settings: given },
			{ prompt: 'x' },
			[],
		],
	),
])('reading a body: %s', (_, body, values, problems) => {
	expect(readRequestBody(dev, body)).toEqual({ values, problems });
});

test('what is wrong is told whole: what is missing, what is not taken, and under which label', () => {
	const rule =
		'left out: realism takes prompt, image_width, image_height, resolution, quality, negative_prompt';
	const takes =
		'which takes prompt, image_width, image_height, resolution, quality, negative_prompt';
	expect(
		checkValues(model('image', 'realism'), {
			seed: 3,
			colour: 'red',
			audio: '',
			images: [],
			quality: [],
		}),
	).toEqual({
		values: {},
		problems: [
			{
				param: 'prompt',
				label: 'Prompt',
				rule: 'required',
				message:
					'prompt is required: text of 1 to 2000 characters, not counting spaces at its ends (given: nothing)',
			},
			{
				param: 'quality',
				label: 'Quality',
				rule: 'one of low, medium, high',
				message: 'quality must be one of low, medium, high for realism (given: [])',
			},
			{
				param: 'seed',
				label: 'Seed',
				rule,
				message: `seed is not a parameter of realism, ${takes} (given: 3)`,
			},
			{
				param: 'colour',
				label: undefined,
				rule,
				message: `colour is not a parameter of realism, ${takes} (given: red)`,
			},
		],
	});
});

test('an empty list of addresses is as none: missing where it is required, and not sent where it is not', () => {
	expect(messages(model('studio', 'standard'), { prompt: 'x', image_urls: [] })).toEqual([
		'image_urls is required: a list of 1 to 5 http(s) URLs (given: nothing)',
	]);
	const vendor = model('video', 'some-vendor-model');
	expect(checkValues(vendor, { prompt: 'x', images: [] })).toEqual({
		values: { prompt: 'x' },
		problems: [],
	});
	expect(buildBody(vendor, { prompt: 'x', images: [], image_url: '', seed: null })).toEqual({
		model: 'some-vendor-model',
		prompt: 'x',
	});
});

test('a size that the service makes anyway is not sent', () => {
	expect(buildBody(dev, { prompt: 'x', image_width: 1024, image_height: 512 })).toEqual({
		model: 'model-dev',
		prompt: 'x',
		image_height: 512,
	});
});

test('what counts as given, and what is quoted, can be told', () => {
	const told = { typed: { seed: 'of the day' }, isAbsent: (value: unknown) => value === undefined };
	expect(checkValues(dev, { prompt: 'x', seed: '', quality: 'low' }, told)).toEqual({
		values: { prompt: 'x', quality: 'low' },
		problems: [
			{
				param: 'seed',
				label: 'Seed',
				rule: 'a whole number',
				message: 'seed must be a whole number for model-dev (given: of the day)',
			},
		],
	});
});

const edit = model('studio', 'standard');

const [one, two] = ['https://a.example.com/1.png', 'http://a.example.com/2.png'] as const;

test.each([
	[`${one}, https://a.example.com/1,2.png`, [one, 'https://a.example.com/1,2.png']],
	[`${one},${two}`, [one, two]],
	[` ${one} ,\n\t${two},`, [one, two]],
	[`${one}\n${two}`, [one, two]],
	[' , ', []],
	[`["${one}", "${two}"]`, [one, two]],
	[' [] ', []],
	[`[${one}]`, [`[${one}]`]],
	[` ["${one}"`, [`["${one}"`]],
	['{"a":1}', ['{"a":1}']],
	[`,,${one},,`, [one]],
	['a,b', ['a,b']],
	[',,a,,', ['a']],
	['a ,,, b', ['a', 'b']],
	[`${two},${two}`, [two, two]],
])('the addresses in %j are %j', (text, addresses) => {
	expect(coerceValues(edit, { image_urls: text })).toEqual({ image_urls: addresses });
});

test('a list of addresses that is one already stays as it is, and one address is read without blanks', () => {
	expect(coerceValues(edit, { image_urls: [' a '] })).toEqual({ image_urls: [' a '] });
	expect(coerceValues(edit, { image_urls: 5 })).toEqual({ image_urls: 5 });
	expect(coerceValues(model('video', 'i2v-pro'), { image_url: ' http://h/a.png\n' })).toEqual({
		image_url: 'http://h/a.png',
	});
});

test('text that is too long for a list stays as it is', () => {
	const [longest, longer] = [1_000_000, 1_000_001].map(
		(length) => `https://a.example.com/${'x'.repeat(length - 22)}`,
	);
	expect(coerceValues(edit, { image_urls: longest })).toEqual({ image_urls: [longest] });
	expect(coerceValues(edit, { image_urls: longer })).toEqual({ image_urls: longer });
});

test.each([',', '\n', ' ', '/', ', ', 'a,'])('100,000 times %j are read at once', (sign) => {
	const text = `${sign.repeat(100_000)}x`;
	expect(() => coerceValues(edit, { image_urls: text, prompt: text })).not.toThrow();
});
