import { tools, usualModel, type Tool, type ToolName } from '../../../../contract/catalog';
import { resources } from '../../../../nodes/MediaGeneration/actions';
import {
	getModelParameters,
	searchModels,
} from '../../../../nodes/MediaGeneration/editor/lists/models';
import { propertiesOf } from '../../../../nodes/MediaGeneration/editor/input/field';
import { runNode } from '../../../support/engine';
import { loadList } from '../../../support/lists';
import { form, modelId, useSandbox } from '../../../support/sandbox';

const sandbox = useSandbox({ balanceUsd: '100' });

interface ToolCase {
	/** Its line in n8n's panel. */
	action: string;
	/** The models that its list offers against the sandbox. */
	models: string[];
	/** What its form has. */
	form: string[];
	prompt?: string;
}

const cases: Record<ToolName, ToolCase> = {
	groupEdit: {
		action: 'Edit a group of images',
		models: ['group-edit'],
		form: ['seed'],
	},
	animate: {
		action: 'Animate an image',
		models: ['av-gen', 'i2v-turbo', 'i2v-standard', 'i2v-pro'],
		form: ['seconds'],
	},
	editVideo: {
		action: 'Edit a video',
		models: ['video-to-video', 'sandbox-video-edit'],
		form: ['seconds', 'resolution'],
	},
	extend: {
		action: 'Extend a video',
		models: ['sandbox-video-extend'],
		form: [
			'image_url',
			'seconds',
			'aspect_ratio',
			'resolution',
			'end_image_url',
			'images',
			'negative_prompt',
			'seed',
			'prompt_extend',
			'generate_audio',
			'audio',
			'audio_url',
		],
	},
	removeWatermark: {
		action: 'Remove a watermark from a video',
		models: ['video-watermark-remover'],
		form: ['seconds'],
		prompt: 'Remove the watermark',
	},
	upscale: {
		action: 'Upscale a video',
		models: ['ultimate-video-upscaler'],
		form: ['seconds', 'resolution'],
		prompt: 'Upscale',
	},
};
const named = Object.entries(cases) as Array<[ToolName, ToolCase]>;

const toolOf = (name: ToolName): Tool => tools[name];
const modelFor = (name: ToolName) =>
	usualModel(toolOf(name).kind, name).defaultModel ?? 'sandbox-video-extend';

/** A picture and a clip that the sandbox itself serves. */
async function sources(): Promise<Record<string, string>> {
	const made = async (parameters: object) => {
		const options = { download: false, pollInterval: 0.1 };
		const { items } = await runNode({
			parameters: { prompt: 'source', options, ...parameters },
			credentials: sandbox.credentials(),
		});
		return String(items[0]?.json.url);
	};
	const image_url = await made({ resource: 'image', operation: 'generate' });
	const video_url = await made({
		resource: 'video',
		operation: 'generate',
		parameters: form({ seconds: 5, resolution: '480p' }),
	});
	sandbox.it.sandbox.clearRequests();
	return { image_url, video_url };
}

const placeOf = (name: ToolName) => ({
	resource: toolOf(name).kind === 'video' ? 'video' : 'image',
	operation: name,
});

/** What somebody sets of a tool: its prompt if it has one, and its file. */
const asked = (name: ToolName, { image_url, video_url }: Record<string, string>) => ({
	...placeOf(name),
	...(cases[name].prompt === undefined && { prompt: 'Slowly' }),
	[toolOf(name).source]: { image_url, video_url, image_urls: [image_url] }[toolOf(name).source],
	model: modelId(modelFor(name)),
});

test('each tool is an operation of its own, with a line in the panel', () => {
	const offered = resources.flatMap(({ operations }) => operations);
	expect(
		named.map(
			([name]) =>
				offered.find(({ value, action }) => value === name && action === cases[name].action)
					?.action,
		),
	).toEqual(named.map(([, { action }]) => action));
});

test.each(named)('%s asks for a prompt only where it has an effect', (name, { prompt }) => {
	const { resource, operation } = placeOf(name);
	const { fields = [] } =
		resources
			.find(({ value }) => value === resource)
			?.operations.find(({ value }) => value === operation) ?? {};
	const has = propertiesOf(fields).map((field) => field.name);
	expect(has.includes('prompt')).toBe(prompt === undefined);
	expect(has).toContain(toolOf(name).source);
});

test.each(named)(
	'%s offers the models that do it, and a form without its file',
	async (name, expected) => {
		const parameters = { ...placeOf(name), model: modelId(modelFor(name)) };
		const { results } = await loadList(
			parameters,
			sandbox.credentials(),
			async (context) => await searchModels.call(context),
		);
		expect(results.map(({ value }) => value)).toEqual(expected.models);
		const { fields } = await loadList(
			parameters,
			sandbox.credentials(),
			async (context) => await getModelParameters.call(context),
		);
		expect(fields.map(({ id }) => id)).toEqual(expected.form);
	},
);

test.each(named)('%s is made of its file, and priced before', async (name, { prompt }) => {
	const { items, error } = await runNode({
		parameters: {
			...asked(name, await sources()),
			specifyParameters: 'json',
			parametersJson: name === 'groupEdit' ? {} : { seconds: 5 },
			options: { download: false, pollInterval: 0.1 },
		},
		credentials: sandbox.credentials(),
	});
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({
		status: 'completed',
		url: expect.stringMatching(/^http/),
		model: modelFor(name),
		...(name !== 'extend' && { estimated_cost_usd: expect.any(Number) }),
	});
	expect(items[0]?.json.prompt).toBe(prompt === undefined ? 'Slowly' : undefined);
	expect(sandbox.requests('POST').map(({ body }) => body)).toEqual([
		expect.objectContaining({ model: modelFor(name), prompt: prompt ?? 'Slowly' }),
	]);
});

test.each(named)(
	'%s refuses a model that does something else, before anything is sent',
	async (name) => {
		const model = name === 'groupEdit' ? 'pro' : 't2v-turbo';
		const { error } = await runNode({
			parameters: {
				...asked(name, {
					image_url: 'https://h.example/a.png',
					video_url: 'https://h.example/a.mp4',
				}),
				model: modelId(model),
			},
			credentials: sandbox.credentials(),
		});
		expect(error?.message).toMatch(
			new RegExp(
				`^Model must be a model for ${toolOf(name).label}.*\\(given: ${model}, a model for `,
			),
		);
		expect(sandbox.requests()).toEqual([]);
	},
);

test('a tool without a listed model asks for one', async () => {
	const { error } = await runNode({
		parameters: {
			...placeOf('extend'),
			prompt: 'On',
			model: modelId('={{ "" }}'),
			video_url: 'https://h.example/a.mp4',
		},
		credentials: sandbox.credentials(),
	});
	expect(error?.message).toBe('Model is required: a model for extending a video (given: nothing)');
	expect(sandbox.requests()).toEqual([]);
});

test('without its file a tool is refused', async () => {
	const { error } = await runNode({
		parameters: placeOf('upscale'),
		credentials: sandbox.credentials(),
	});
	expect(error?.message).toMatch(/^Video \(video_url\) must be .* \(given: data\)/);
	expect(sandbox.requests()).toEqual([]);
});

test('a batch of clips stays within its budget, and nothing of the rest is sent', async () => {
	const { video_url } = await sources();
	const { items, error } = await runNode({
		parameters: {
			...asked('upscale', { video_url: video_url ?? '' }),
			parameters: form({ seconds: 5 }),
			options: { maxCost: '0.5', download: false, pollInterval: 0.1 },
		},
		items: [{ json: {} }, { json: {} }],
		credentials: sandbox.credentials(),
	});
	expect(error?.message).toMatch(/0\.64/);
	expect(items).toEqual([]);
	expect(sandbox.requests('POST')).toEqual([]);
});
