import fc from 'fast-check';
import { findModel, unlistedModel, type ModelEntry, type ModelKind } from '../../../contract/catalog';
import { buildBody, checkValues, coerceValues, readBody } from '../../../contract/catalog/request';
import { outsideOf, sampleOf } from '../../support/values';
import { catalog } from '../../../contract/catalog';
import { rulesOf } from '../../../contract/catalog/rules';

function model(kind: ModelKind, id: string): ModelEntry {
	return findModel(kind, id) ?? unlistedModel(kind, id);
}

const dev = model('image', 'model-dev');
const messages = (entry: ModelEntry, values: Record<string, unknown>) => checkValues(entry, values).problems.map(({ message }) => message);

test.each([
	[dev, { prompt: 'x', image_width: 255 }, 'image_width must be a whole number from 256 to 2048 for model-dev (given: 255)'],
	[dev, { prompt: 'x', image_height: 2049 }, 'image_height must be a whole number from 256 to 2048 for model-dev (given: 2049)'],
	[dev, { prompt: 'x', image_width: 512.5 }, 'image_width must be a whole number from 256 to 2048 for model-dev (given: 512.5)'],
	[dev, { prompt: '   ' }, 'prompt must be text of 1 to 2000 characters, not counting spaces at its ends for model-dev (given:    )'],
	[dev, {}, 'prompt is required: text of 1 to 2000 characters, not counting spaces at its ends (given: nothing)'],
	[dev, { prompt: 'x', quality: 'best' }, 'quality must be one of low, medium, high for model-dev (given: best)'],
	[dev, { prompt: 'x', seed: 'seven' }, 'seed must be a whole number for model-dev (given: seven)'],
	[model('video', 't2v-turbo'), { prompt: 'x', seconds: 6 }, 'seconds must be one of 5, 8 for t2v-turbo (given: 6)'],
	[model('video', 'av-gen'), { prompt: 'x' }, 'image_url is required: an http(s) URL (given: nothing)'],
	[
		model('video', 'video-watermark-remover'),
		{ prompt: 'x', video_url: 'http://h/v.mp4', seconds: 31 },
		'seconds must be a number from 1 to 30 for video-watermark-remover (given: 31)',
	],
	[
		model('studio', 'standard'),
		{ prompt: 'x', image_urls: Array(6).fill('http://h/a.png') },
		'image_urls must be a list of 1 to 5 http(s) URLs for standard (given: a list of 6)',
	],
	[
		model('studio', 'standard'),
		{ prompt: 'x', image_urls: ['ftp://h/a.png'] },
		'image_urls, entry 1, must be an http(s) URL for standard (given: ftp://h/a.png)',
	],
])('names parameter, rule and value: %#', (entry, values, expected) => {
	const [message, ...others] = messages(entry, values);
	if (typeof expected === 'string') expect(message).toBe(expected);
	else expect(message).toMatch(expected);
	expect(others).toEqual([]);
});

test('a documented parameter that the model does not take is named with those it does', () => {
	expect(messages(model('image', 'realism'), { prompt: 'x', seed: 3 })).toEqual([
		'seed is not a parameter of realism, which takes prompt, image_width, image_height, resolution, quality, negative_prompt (given: 3)',
	]);
});

test.each([
	['1 character', 'x', true],
	['2,000 characters', 'x'.repeat(2000), true],
	['2,001 characters', 'x'.repeat(2001), false],
	['2,000 characters within blanks', `  ${'x'.repeat(2000)}\n`, true],
	['2,000 emoji', '🎨'.repeat(2000), true],
])('a prompt of %s', (_, prompt, taken) => {
	expect(messages(dev, { prompt }).length === 0).toBe(taken);
});

test('only the image endpoint limits the length of a prompt', () => {
	expect(messages(model('video', 't2v-turbo'), { prompt: 'x'.repeat(5000) })).toEqual([]);
});

test('what is nothing is not sent, and zeros and texts that look like nothing are', () => {
	const { values, problems } = checkValues(dev, { prompt: ' x ', seed: 0, image_width: null, quality: '', resolution: undefined });
	expect(problems).toEqual([]);
	expect(buildBody(dev, values)).toEqual({ model: 'model-dev', prompt: 'x', additional_settings: { seed: 0 } });
});

test('a boolean that says what happens anyway is not sent', () => {
	const vendor = model('video', 'some-vendor-model');
	expect(buildBody(vendor, { prompt: 'x', generate_audio: false, audio: true })).toEqual({ model: 'some-vendor-model', prompt: 'x' });
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
	['enable_web_search', 'yes', 'yes'],
	['aspect_ratio', ' 16:9 ', '16:9'],
])('%s given as text %j is read as %j', (name, given, expected) => {
	expect(coerceValues(unlistedModel('image', 'some-vendor-model'), { [name]: given })).toEqual({ [name]: expected });
});

test('a list of URLs is read out of one text', () => {
	expect(coerceValues(model('studio', 'standard'), { image_urls: 'http://h/a.png, http://h/b.png' })).toEqual({
		image_urls: ['http://h/a.png', 'http://h/b.png'],
	});
});

const everyRule = catalog.flatMap((entry) => rulesOf(entry).map((rule) => [`${entry.kind} ${entry.id}`, rule.name, entry, rule] as const));

test.each(everyRule)('%s refuses a value one step outside of %s', (_, name, entry, rule) => {
	const fine = Object.fromEntries(
		rulesOf(entry)
			.filter(({ required }) => required)
			.map((needed) => [needed.name, sampleOf(needed)]),
	);
	expect(checkValues(entry, { ...fine, [name]: sampleOf(rule) }).problems).toEqual([]);
	for (const outside of outsideOf(rule)) {
		expect(checkValues(entry, { ...fine, [name]: outside }).problems).toMatchObject([{ param: name }]);
	}
});

test('a body built for any model reads back as the same values', () => {
	fc.assert(
		fc.property(fc.constantFrom(...catalog), fc.infiniteStream(fc.boolean()), (entry, coin) => {
			const chosen = rulesOf(entry).filter(({ required }) => required || coin.next().value);
			const values = Object.fromEntries(chosen.map((rule) => [rule.name, sampleOf(rule)]));
			const body = buildBody(entry, checkValues(entry, values).values);
			expect(readBody(entry, body)).toEqual({ values, problems: [] });
		}),
	);
});

test('a knob at the wrong place is named', () => {
	expect(readBody(dev, { prompt: 'x', seed: 1 }).problems).toMatchObject([{ param: 'seed', message: 'seed belongs in additional_settings' }]);
});

const edit = model('studio', 'standard');

test.each([
	['https://a.example.com/1,2.png, https://a.example.com/3.png', ['https://a.example.com/1,2.png', 'https://a.example.com/3.png']],
	['https://a.example.com/1.png,https://a.example.com/2.png', ['https://a.example.com/1.png', 'https://a.example.com/2.png']],
	[' https://a.example.com/1.png ,\n\thttps://a.example.com/2.png,', ['https://a.example.com/1.png', 'https://a.example.com/2.png']],
	['https://a.example.com/1.png\nhttps://a.example.com/2.png', ['https://a.example.com/1.png', 'https://a.example.com/2.png']],
	[' , ', []],
	['["https://a.example.com/1.png", "https://a.example.com/2.png"]', ['https://a.example.com/1.png', 'https://a.example.com/2.png']],
	[' [] ', []],
	['[https://a.example.com/1.png]', ['[https://a.example.com/1.png]']],
])('the addresses in %j are %j', (text, addresses) => {
	expect(coerceValues(edit, { image_urls: text })).toEqual({ image_urls: addresses });
});

test.each([',', '\n', ' ', '/', ', ', 'a,'])('100,000 times %j are read at once', (sign) => {
	const text = `${sign.repeat(100_000)}x`;
	expect(() => coerceValues(edit, { image_urls: text, prompt: text })).not.toThrow();
});
