import fc from 'fast-check';
import { DataTables } from '../../../../support/dataTable';
import { ACCEPTED, DONE, JOB, useJobService, type Reply } from '../../../../support/jobService';
import { isLong } from '../../../../support/size';

const service = useJobService();
let tables: DataTables;
beforeEach(() => {
	tables = new DataTables();
});
const CDN = 'https://media.example';
const rows = () => tables.rowsOf('jobs');
const draw = async (prompt: string, options: object = {}, parameters: object = {}) =>
	await service.draw(
		{ prompt: '={{ $json.prompt }}', ...parameters, options: { ledger: 'jobs', ...options } },
		{ items: [{ json: { prompt } }], additional: tables.additional },
	);

/** How a service may quote what was sent; half a character cannot stand in an address. */
const url = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '�'));
const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
const inHex = (text: string) =>
	text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const quotings: Record<string, (text: string) => string> = {
	plain: (text) => text,
	'in an address': url,
	'in a form': (text) => new URLSearchParams({ q: text }).toString().slice(2),
	'in an address in an address': (text) => url(url(text)),
	'in JSON': escaped,
	'in JSON, in ASCII': inHex,
	'in JSON in JSON': (text) => escaped(escaped(text)),
	'in JSON in an address': (text) => url(escaped(text)),
	'in capitals': (text) => text.toUpperCase(),
	'as a slug': (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-'),
};

/** What a service answers that quotes a text wherever an answer has one. */
const answers: Record<string, (quote: string) => Reply> = {
	refused: (quote) => ({
		status: 400,
		body: {
			error: { message: `"${quote}" is not allowed`, type: quote, code: quote, param: quote },
		},
	}),
	'refused in plain text': (quote) => ({ status: 403, text: `not allowed: ${quote}` }),
	'out of order': (quote) => ({ status: 502, body: { error: { message: `failed for ${quote}` } } }),
	redirected: (quote) => ({
		status: 302,
		headers: { location: `${CDN}/?q=${url(quote)}` },
		text: '',
	}),
	'a failed job': (quote) => ({
		body: { job_id: JOB, status: 'failed', error: { message: quote, code: quote } },
	}),
	'a failed job and others': (quote) => ({
		body: {
			jobs: [{ job_id: `a-${quote}` }, { job_id: `b-${quote}` }],
			status: 'failed',
			error: quote,
		},
	}),
	'an error under a status of success': (quote) => ({
		body: { error: { message: quote }, request_id: 'r' },
	}),
	'no JSON': (quote) => ({ body: undefined, text: `{"job_id": "${quote}` }),
	accepted: (quote) => ({
		status: 202,
		body: { job_id: JOB, status: 'processing', status_url: `/v1/jobs?of=${quote}` },
	}),
	'a job that is named so': (quote) => ({
		status: 202,
		body: { job_id: `job-${quote}`, status: 'processing' },
	}),
	completed: (quote) => ({ body: { ...DONE, image_url: `${CDN}/${quote}.png` } }),
	'completed without an ID': (quote) => ({ body: { image_url: `${CDN}/a.png?prompt=${quote}` } }),
};

/** Whether a text holds twelve characters of another in a row: as they are, in an address (where no half of one can stand) or in JSON. */
function quotes(text: string, sent: string): boolean {
	for (let at = 0; at + 12 <= sent.length; at++) {
		const run = sent.slice(at, at + 12);
		const inAddress = /\p{Cs}/u.test(run) ? [] : [url(run), url(run).replaceAll('%20', '+')];
		if ([run, escaped(run), ...inAddress].some((form) => text.includes(form))) return true;
	}
	return false;
}

const words = fc.array(
	fc.constantFrom(
		'a',
		'red',
		'fox',
		'im',
		'Schwarzwald',
		'café',
		'灯台の夕暮れ',
		'100%',
		'"at"',
		'dusk,\n',
		'🦊',
		'\\',
		'/',
		'+',
		'&',
	),
	{
		minLength: 5,
		maxLength: 30,
	},
);
const prompts = fc.oneof(
	words.map((list) => list.join(' ')),
	words.map((list) => list.join('')),
	fc.string({ unit: 'grapheme', minLength: 12, maxLength: 60 }),
	fc.string({ unit: 'binary', minLength: 12, maxLength: 60 }),
	fc.webUrl(),
);

test('no row holds anything of a prompt that is not to be kept, however a service quotes it', async () => {
	const quoting = fc.constantFrom(...Object.keys(quotings));
	const part = fc.tuple(fc.nat(100), fc.integer({ min: 12, max: 100 }));
	await fc.assert(
		fc.asyncProperty(
			prompts,
			quoting,
			part,
			fc.constantFrom(...Object.keys(answers)),
			async (given, quotation, [from, length], answer) => {
				tables = new DataTables();
				const prompt = given.trim();
				const sent = from + length < prompt.length ? prompt.slice(from, from + length) : prompt;
				service.submitted = () => answers[answer]!(quotings[quotation]!(sent));
				await draw(given, { retryAmbiguous: true }, { waitFor: 'submit' });
				const told = rows().flatMap((row) =>
					Object.values(row).filter((value) => typeof value === 'string'),
				);
				expect(told.filter((text) => quotes(text, prompt))).toEqual([]);
				if (prompt !== '') expect(rows().length).toBeGreaterThan(1);
			},
		),
		{ numRuns: isLong ? 3_000 : 100 },
	);
});

const PROMPT = 'a red fox in the snow at dusk';
const NOT_KEPT = 'The service’s words are not kept, as they may quote the prompt';
const last = () => rows().at(-1);

describe('why a request failed', () => {
	const moderated: Reply = {
		status: 400,
		body: {
			error: {
				message: `"${PROMPT}" is not allowed`,
				type: 'invalid_request_error',
				code: 'moderation',
				param: 'prompt',
			},
		},
	};

	test('is told with prompts in the service’s own words, and without them by its codes', async () => {
		service.submitted = () => moderated;
		await draw(PROMPT);
		expect(last()).toMatchObject({
			state: 'failed',
			reason: 'HTTP 400, type invalid_request_error, code moderation, parameter prompt',
		});
		await draw(PROMPT, { ledgerPrompts: true });
		expect(last()).toMatchObject({
			state: 'failed',
			reason: `"${PROMPT}" is not allowed`,
			prompt: PROMPT,
		});
	});

	test('is told in this package’s own words where the service said nothing', async () => {
		service.submitted = () => ({ body: {} });
		await draw(PROMPT);
		expect(last()).toMatchObject({
			state: 'may_be_paid',
			reason:
				'The service accepted the request, but its answer contains neither a result nor a job',
		});
		service.server.answer = (request) => void request.socket.destroy();
		await draw(PROMPT);
		expect(last()?.reason).toMatch(/^The connection to 127\.0\.0\.1:\d+ broke \(ECONNRESET\)$/);
	});

	test('names the other jobs that are charged', async () => {
		service.submitted = () => ({
			body: {
				jobs: [{ job_id: JOB }, { job_id: 'job-78' }],
				status: 'failed',
				error: { message: PROMPT },
			},
		});
		await draw(PROMPT);
		expect(last()).toMatchObject({
			state: 'may_be_paid',
			reason: `${NOT_KEPT}. Accepted with it, and charged too: job-78; Get Job fetches it`,
		});
	});

	test('is told to who wants the same key', async () => {
		service.submitted = () => ({ ...moderated, status: 502 });
		await draw(PROMPT, { payOnceFor: 'order-1' });
		const { error } = await draw(PROMPT, { payOnceFor: 'order-1' });
		expect(error?.message).toBe(
			'Not sent, because "order-1" may have been paid for: HTTP 502, type invalid_request_error, code moderation, parameter prompt',
		);
	});
});

describe('an address that shows what was sent', () => {
	const shown = `${CDN}/${encodeURIComponent(PROMPT)}.png`;

	test('is left out and said, and the paid result is had of the service', async () => {
		service.submitted = () => ({ body: { ...DONE, image_url: shown } });
		service.looked = () => ({ body: { ...DONE, image_url: shown } });
		const first = await draw(PROMPT, { payOnceFor: 'order-1' });
		expect(last()).toMatchObject({
			state: 'completed',
			job_id: JOB,
			result_url: null,
			reason: 'result_url was left out: it may show what was sent',
		});
		const again = await draw(PROMPT, { payOnceFor: 'order-1' });
		expect(first.items[0]?.json).toMatchObject({ job_id: JOB, url: shown });
		expect(again.items[0]?.json).toMatchObject({ job_id: JOB, url: shown, reused: true });
		expect([service.posts, service.looks]).toEqual([1, 1]);
	});

	test('is kept with prompts', async () => {
		service.submitted = () => ({ body: { ...DONE, image_url: shown } });
		await draw(PROMPT, { ledgerPrompts: true });
		expect(last()).toMatchObject({ state: 'completed', result_url: shown, reason: null });
	});

	test('is all that is known of a job: it is not paid for again, and a person is told where to look', async () => {
		service.submitted = () => ({ body: { image_url: shown } });
		await draw(PROMPT, { payOnceFor: 'order-1' });
		const { error } = await draw(PROMPT, { payOnceFor: 'order-1' });
		expect(error?.message).toBe(
			'The ledger has a job for this key, but neither its ID nor its result',
		);
		expect(service.posts).toBe(1);
	});

	test('does not take the place of one that does not', async () => {
		service.submitted = () => ({ status: 202, body: ACCEPTED });
		await draw(PROMPT, { payOnceFor: 'order-1' }, { waitFor: 'submit' });
		service.looked = () => ({
			body: { ...DONE, status_url: `${ACCEPTED.status_url}?prompt=${encodeURIComponent(PROMPT)}` },
		});
		await draw(PROMPT, { payOnceFor: 'order-1' });
		expect(last()).toMatchObject({
			state: 'completed',
			status_url: rows()[1]?.status_url,
			reason: null,
		});
		expect(rows()[1]?.status_url).toMatch(/\/jobs\/job-77$/);
	});

	test('of a job that another request has made is not known as one: none is taken over', async () => {
		service.submitted = () => ({ status: 202, body: ACCEPTED });
		await draw('a blue whale in the deep', { payOnceFor: 'order-1' }, { waitFor: 'submit' });
		service.looked = () => ({
			body: { ...DONE, image_url: `${CDN}/a-blue-whale-in-the-deep.png` },
		});
		const { items } = await draw(PROMPT, { payOnceFor: 'order-1' });
		expect(items[0]?.json).toMatchObject({
			url: `${CDN}/a-blue-whale-in-the-deep.png`,
			reused: true,
		});
		expect(last()).toMatchObject({ state: 'completed', job_id: JOB, result_url: null });
	});
});

describe('what was sent', () => {
	const kept = async (url: string, parameters: object, options: object = {}) => {
		service.submitted = () => ({ body: { ...DONE, image_url: url } });
		await draw('a fox', options, parameters);
		expect(last()).toMatchObject({ state: 'completed', job_id: JOB });
		return last()?.result_url === url;
	};
	const extra = (body: object) => ({ extraBody: JSON.stringify(body) });

	test.each<[string, object]>([
		['a negative prompt', { negative_prompt: 'no people, no text' }],
		[
			'a message',
			{ messages: [{ role: 'user', content: [{ text: 'there are no people, no text' }] }] },
		],
		[
			'a long text with them in its midst',
			{ style: `${'very '.repeat(200)} no people, no text ${'much '.repeat(200)}` },
		],
		['a name of a field', { weights: { 'no people, no text': 0.4 } }],
	])('is %s', async (_, body) => {
		expect(await kept(`${CDN}/no%20people%2C%20no%20text.png`, {}, extra(body))).toBe(false);
		expect(await kept(`${CDN}/no-people-no-text.png`, {}, extra(body))).toBe(false);
		expect(await kept(`${CDN}/other-people-and-text.png`, {}, extra(body))).toBe(true);
	});

	test.each<[string, string, object]>([
		['a model', `${CDN}/model-dev-and-no-other.png`, { model: 'model-dev-and-no-other' }],
		['what is chosen', `${CDN}/1234567890123/a.png`, { seed: 1234567890123 }],
		['an address', `${CDN}/inputs/a.png?out=1`, { image_urls: [`${CDN}/inputs/a.png`] }],
		[
			'a file',
			`${CDN}/${'iVBORw0KGgoAAAANSUhEUgAA'.slice(0, 20)}.png`,
			{ mask: 'iVBORw0KGgoAAAANSUhEUgAA'.repeat(100) },
		],
		['a name in the API', `${CDN}/negative_prompt/a.png`, { negative_prompt: 'no' }],
	])('is not %s', async (_, url, body) => {
		expect(await kept(url, {}, extra(body))).toBe(true);
	});
});
