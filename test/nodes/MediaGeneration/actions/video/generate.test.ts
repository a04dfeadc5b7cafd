import { catalog } from '../../../../../contract/catalog';
import { rulesOf } from '../../../../../contract/catalog/rules';
import { bytesOf, runNode } from '../../../../support/engine';
import { form, modelId, useSandbox } from '../../../../support/sandbox';
import { calledIn, names, outsideOf, sampleOf } from '../../../../support/values';

const sandbox = useSandbox();
const generate = {
	resource: 'video',
	operation: 'generate',
	prompt: 'Waves roll in',
	model: modelId('t2v-turbo'),
	options: { pollInterval: 0.1, download: false },
};
const run = async (parameters: object) =>
	await runNode({
		parameters: { ...generate, ...parameters } as never,
		credentials: sandbox.credentials(),
	});

/** Sources that the sandbox itself serves. */
async function sources(): Promise<Record<string, string>> {
	const picture = await runNode({
		parameters: {
			resource: 'image',
			operation: 'generate',
			prompt: 'source',
			model: modelId('model-dev'),
			options: { download: false },
		},
		credentials: sandbox.credentials(),
	});
	const image_url = String(picture.items[0]?.json.url);
	const clip = await run({ parameters: form({ seconds: 5, resolution: '480p' }) });
	sandbox.it.sandbox.clearRequests();
	return { image_url, end_image_url: image_url, video_url: String(clip.items[0]?.json.url) };
}

test('nothing but a prompt and a model: the video, waited for', async () => {
	const { items, error } = await run({ options: { pollInterval: 0.1 } });
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({
		status: 'completed',
		model: 't2v-turbo',
		url: expect.stringMatching(/\.mp4$/),
	});
	expect(items[0]?.binary?.data).toMatchObject({
		mimeType: 'video/mp4',
		fileType: 'video',
		fileExtension: 'mp4',
	});
	expect((await bytesOf(items[0]?.binary?.data)).subarray(4, 8).toString()).toBe('ftyp');
	expect(sandbox.requests('POST').map(({ body }) => body)).toEqual([
		{ model: 't2v-turbo', prompt: 'Waves roll in' },
	]);
});

const models = catalog
	.filter(({ kind }) => kind === 'video')
	.map((model) => [model.id, model] as const);

test.each(models)(
	'%s: its form, filled in with any allowed values, is accepted',
	async (id, model) => {
		const own = await sources();
		const values = Object.fromEntries(
			rulesOf(model)
				.filter(({ name }) => name !== 'prompt')
				.map((rule) => [rule.name, own[rule.name] ?? sampleOf(rule)]),
		);
		const { error, items } = await run({ model: modelId(id), parameters: form(values) });
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ status: 'completed', model: id });
	},
);

const outside = models.flatMap(([id, model]) =>
	rulesOf(model).flatMap((rule) =>
		outsideOf(rule).map((value) => [id, rule.name, value, model] as const),
	),
);

test.each(outside)(
	'%s: %s as %j is refused before anything is sent',
	async (id, name, value, model) => {
		const required = Object.fromEntries(
			rulesOf(model)
				.filter((rule) => rule.required && rule.name !== 'prompt')
				.map((rule) => [rule.name, sampleOf(rule)]),
		);
		const given =
			name === 'prompt'
				? { prompt: value, parametersJson: required }
				: { parametersJson: { ...required, [name]: value } };
		const { error } = await run({ model: modelId(id), specifyParameters: 'json', ...given });
		expect(names(error?.message, name)).toBe(true);
		expect(sandbox.requests()).toEqual([]);
	},
);

test.each(
	models.filter(([, { required }]) => required).map(([id, { required }]) => [id, required?.[0]]),
)('%s asks for its %s', async (id, name) => {
	const { error } = await run({ model: modelId(id) });
	expect(error?.message).toBe(
		`${calledIn(name ?? 'prompt')} is required: an http(s) URL (given: nothing)`,
	);
});

test('knobs go to the top level or to additional_settings, as the document says', async () => {
	await run({
		parameters: form({
			seconds: '8',
			resolution: '720p',
			aspect_ratio: '9:16',
			seed: 4,
			negative_prompt: 'rain',
		}),
	});
	expect(sandbox.requests('POST')[0]?.body).toEqual({
		model: 't2v-turbo',
		prompt: 'Waves roll in',
		seconds: 8,
		resolution: '720p',
		aspect_ratio: '9:16',
		additional_settings: { seed: 4, negative_prompt: 'rain' },
	});
});

test('a job that fails says why and names itself', async () => {
	const { error } = await run({ prompt: 'x [fail]' });
	expect(error?.message).toMatch(/^Job [0-9a-f-]{36} failed: /);
	expect(error?.context?.details).toMatchObject({
		job_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
	});
});

test('a job that does not end in time is named, for Get Job to pick up', async () => {
	const { error } = await run({ prompt: '[stuck]', options: { pollInterval: 0.1, timeout: 0.3 } });
	expect(error?.message).toMatch(/was still running after 0\.3 s$/);
	const job_id = String((error?.context?.details as { job_id: string }).job_id);
	const { items } = await runNode({
		parameters: { resource: 'video', operation: 'getJob', jobId: job_id },
		credentials: sandbox.credentials(),
	});
	expect(items[0]?.json).toMatchObject({ job_id, status: 'processing' });
});

test('a job that does not end in time is given as it stands where that is wanted, with its prompt and without a file', async () => {
	const options = { pollInterval: 0.1, timeout: 0.3, timeUp: 'job', download: false };
	const { items, error } = await run({ prompt: '[stuck]', options });
	expect(error).toBeUndefined();
	expect(items).toMatchObject([
		{
			json: { status: 'processing', timed_out: true, prompt: '[stuck]', model: 't2v-turbo' },
			pairedItem: { item: 0 },
		},
	]);
	expect(items[0]?.binary).toBeUndefined();
	expect(sandbox.requests('POST')).toHaveLength(1);
});
