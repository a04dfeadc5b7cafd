import { media, modelKinds, type ModelKind } from '../../../contract/catalog';
import { searchModels } from '../../../nodes/MediaGeneration/editor/lists/models';
import { MediaGeneration } from '../../../nodes/MediaGeneration/MediaGeneration.node';
import { MediaGenerationTrigger } from '../../../nodes/MediaGeneration/MediaGenerationTrigger.node';
import { bytesOf, runNode } from '../../support/engine';
import { useServer } from '../../support/server';
import { deliver, published } from '../../support/deliveries';
import { loadList } from '../../support/lists';

/*
 * A kind of media that there is not yet, as somebody who adds it would: its name in the list, a row in every table that
 * has one for each kind, its endpoints, an operation, and its resource among those that need the API key. Nothing else is
 * changed.
 */

/** A module with more in its lists and tables. */
function mockWith(path: string, more: (actual: Record<string, object>) => Record<string, object>) {
	const actual: Record<string, object> = jest.requireActual(path);
	const added = more(actual);
	return Object.fromEntries(
		Object.entries(actual).map(([name, value]) => [
			name,
			Array.isArray(added[name])
				? added[name]
				: name in added
					? Object.assign(value, added[name])
					: value,
		]),
	);
}

jest.mock('../../../contract/catalog/modelKinds', () =>
	mockWith('../../../contract/catalog/modelKinds', ({ modelKinds: kinds, media: made }) => ({
		modelKinds: [...Object.values(kinds ?? {}), 'audio'],
		media: [...Object.values(made ?? {}), 'audio'],
	})),
);
jest.mock('../../../contract/endpoints', () =>
	mockWith('../../../contract/endpoints', () => ({
		endpoints: {
			generateAudio: {
				method: 'POST',
				path: '/v1/audio/generations',
				auth: 'apiKey',
				spends: true,
				repeatable: false,
				responses: {},
			},
			getAudioJob: {
				method: 'GET',
				path: '/v1/audio/generation/jobs/{job_id}',
				auth: 'apiKey',
				spends: false,
				repeatable: true,
				responses: {},
			},
		},
	})),
);
jest.mock('../../../contract/catalog/kinds', () =>
	mockWith('../../../contract/catalog/kinds', () => ({
		kinds: {
			audio: {
				label: 'audio generation',
				makes: 'audio',
				endpoint: 'generateAudio',
				statusEndpoint: 'getAudioJob',
				defaultModel: 'speech',
				required: ['prompt'],
				common: { prompt: {} },
				vocabulary: { seconds: {} },
				topLevel: ['prompt', 'seconds'],
				unlistedEtaSeconds: 0,
			},
		},
	})),
);
jest.mock('../../../nodes/MediaGeneration/editor/fields/kinds', () =>
	mockWith('../../../nodes/MediaGeneration/editor/fields/kinds', () => ({
		jobKinds: {
			audio: {
				name: 'Audio',
				jobName: 'Audio',
				operations: ['generate'],
				statusPaths: [],
			},
		},
	})),
);
jest.mock('../../../nodes/MediaGeneration/answers/words/models', () =>
	mockWith('../../../nodes/MediaGeneration/answers/words/models', ({ kindWords = [] }) => ({
		kindWords: Object.values(kindWords as unknown as Array<{ kind: string }>).map((row) =>
			row.kind === 'audio' ? { ...row, words: /audio|speech|music/i } : row,
		),
	})),
);
jest.mock('../../../nodes/MediaGeneration/answers/words/media', () =>
	mockWith('../../../nodes/MediaGeneration/answers/words/media', () => ({
		mediaRows: {
			audio: {
				called: 'a sound',
				words: new Set(['audio', 'sound', 'music', 'mp3']),
				extensions: new Set(['mp3', 'wav']),
				types: { 'audio/mpeg': 'mp3' },
				fallbackType: 'audio/mpeg',
				signatures: [{ type: 'audio/mpeg', at: 0, bytes: 'ID3' }],
			},
		},
	})),
);
jest.mock('../../../nodes/MediaGeneration/lifecycle/jobAddress', () =>
	mockWith('../../../nodes/MediaGeneration/lifecycle/jobAddress', () => ({
		USUAL: { audio: ['/v1/audios/'] },
	})),
);
jest.mock('../../../nodes/MediaGeneration/actions', () => {
	const actual: typeof import('../../../nodes/MediaGeneration/actions') = jest.requireActual(
		'../../../nodes/MediaGeneration/actions',
	);
	const { mediaOperation }: typeof import('../../../nodes/MediaGeneration/actions/mediaOperation') =
		jest.requireActual('../../../nodes/MediaGeneration/actions/mediaOperation');
	const [generate] = actual.resources.find(({ value }) => value === 'video')?.operations ?? [];
	if (!generate) throw new Error('There is no operation to take after');
	const { value, name, description, fields } = generate;
	const action = 'Generate audio';
	const texts = { value, name, action, description, does: 'Makes audio', give: 'the prompt' };
	const audio = { ...mediaOperation({ kind: mockAudio(), ...texts }), fields };
	return {
		resources: [...actual.resources, { value: 'audio', name: 'Audio', operations: [audio] }],
	};
});
jest.mock('../../../nodes/MediaGeneration/MediaGeneration.node', () => {
	const actual: typeof import('../../../nodes/MediaGeneration/MediaGeneration.node') =
		jest.requireActual('../../../nodes/MediaGeneration/MediaGeneration.node');
	class WithAudio extends actual.MediaGeneration {
		constructor() {
			super();
			this.description.credentials?.[0]?.displayOptions?.show?.['resource']?.push('audio');
		}
	}
	return { MediaGeneration: WithAudio };
});

function mockAudio(): ModelKind {
	const kind = modelKinds.find((known) => String(known) === 'audio');
	if (!kind) throw new Error('There is no such kind');
	return kind;
}

const SOUND = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(200, 7)]);
const server = useServer();
const credentials = () => ({
	mediaGenerationApi: {
		baseUrl: `${server.url}/api`,
		apiKey: 'key',
		allowedHttpRequestDomains: 'all',
	},
});
const job = {
	job_id: '5f0c9c3e-8f0d-4a53-9f5e-0a3f6d8f7c11',
	created_at: new Date(0).toISOString(),
};

beforeEach(() => {
	server.answer = ({ url = '', method }, response) => {
		const tell = (status: number, body: object) =>
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		if (url.endsWith('/take'))
			return response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(SOUND);
		if (url.endsWith('/v1/models'))
			return tell(200, {
				data: [
					{ id: 'singer', type: 'music', status: 'Live' },
					{ id: 'painter', type: 'image', status: 'Live' },
				],
			});
		if (method === 'POST' && url.endsWith('/v1/audio/generations'))
			return tell(202, { ...job, status: 'processing' });
		if (url.endsWith(`/v1/audio/generation/jobs/${job.job_id}`))
			return tell(200, {
				...job,
				status: 'completed',
				model: 'speech',
				audio_url: `${server.url}/take`,
			});
		return tell(404, {
			error: {
				message: 'There is no such thing',
				type: 'invalid_request_error',
				param: null,
				code: 'not_found',
			},
		});
	};
});

test('every table has a row for each kind: the lists of the editor offer it', async () => {
	expect([...modelKinds, ...media].filter((name) => String(name) === 'audio')).toHaveLength(2);
	const offered = [
		...new MediaGeneration().description.properties,
		...new MediaGenerationTrigger().description.properties,
	]
		.filter(({ name }) => name === 'kind' || name === 'kinds')
		.map(({ options = [] }) => options.map(({ name }) => name).join(', '));
	expect(offered.sort()).toEqual([
		'All, Audio, Chat, Image Editing, Image Generation, Video',
		'Audio, Edit, Image, Video',
		'Audio, Image Editing, Image Generation, Video',
	]);
});

test('its models are those that the service lists as such', async () => {
	const { results } = await loadList(
		{ resource: 'audio', operation: 'generate' },
		credentials(),
		async (context) => await searchModels.call(context),
	);
	expect(results.map(({ value }) => value)).toEqual(['singer']);
});

test('it is submitted, asked about and downloaded as its rows say', async () => {
	const parameters = {
		resource: 'audio',
		operation: 'generate',
		prompt: 'Waves',
		model: { __rl: true, mode: 'id', value: 'speech' },
		options: { pollInterval: 0.1 },
	};
	const { items, error } = await runNode({ parameters, credentials: credentials() });
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({
		job_id: job.job_id,
		status: 'completed',
		url: `${server.url}/take`,
	});
	expect(items[0]?.binary?.data).toMatchObject({ mimeType: 'audio/mpeg', fileExtension: 'mp3' });
	expect(await bytesOf(items[0]?.binary?.data)).toEqual(SOUND);
});

test('a delivery of it starts the workflow, and another kind does not', async () => {
	const delivery = { body: { ...job, status: 'completed', type: 'audio.completed' } };
	const trigger = new MediaGenerationTrigger();
	const started = async (kind: string) =>
		(
			await deliver(
				published({ kinds: [kind], options: { download: true } }),
				trigger,
				credentials(),
				delivery,
			)
		).items;
	expect(await started('image')).toBeUndefined();
	const items = await started('audio');
	expect(items?.[0]).toMatchObject({
		json: { job_id: job.job_id },
		binary: { data: { mimeType: 'audio/mpeg' } },
	});
});
