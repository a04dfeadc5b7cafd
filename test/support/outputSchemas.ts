import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { resources } from '../../nodes/MediaGeneration/actions';
import { startSandbox } from '../../sandbox';
import { DataTables } from './dataTable';
import { runNode } from './engine';
import { credentialsOf, form, modelId } from './sandbox';

/** A JSON schema, as far as n8n shows it before a node has run. */
export interface Schema {
	type: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** The schema of each operation's output, as real runs against the sandbox give it, by `resource/operation`. */
export async function outputSchemas(): Promise<Map<string, Schema & { version: number }>> {
	const sandbox = await startSandbox({ speed: Infinity, balanceUsd: '100' });
	const credentials = credentialsOf(sandbox);
	const tables = new DataTables();
	const run = async (
		resource: string,
		operation: string,
		more: object = {},
	): Promise<IDataObject[]> => {
		const { items, error } = await runNode({
			parameters: { resource, operation, ...more } as INodeParameters,
			credentials,
			additional: tables.additional,
		});
		if (error) throw new Error(`${resource} ${operation}: ${error.message}`);
		return items.map(({ json }) => json);
	};
	const image = {
		prompt: 'A lighthouse',
		model: modelId('model-dev'),
		options: { download: false, variants: 2, payOnceFor: 'order-1', ledgerTag: 'Acme' },
	};
	const [made] = await run('image', 'generate', image);
	const video = {
		prompt: 'Waves',
		model: modelId('t2v-turbo'),
		options: { download: false, pollInterval: 0.1 },
	};
	const [film] = await run('video', 'generate', video);
	const [key] = await run('apiKey', 'create', { name: 'Shown', scopes: ['image:*'] });
	const own = { keyId: modelId(String(key?.key_id)) };
	const given: Record<string, object> = {
		'image/generate': { ...image, options: { download: false } },
		'image/edit': {
			...image,
			model: modelId('standard'),
			image_urls: [String(made?.url)],
			options: { download: false },
		},
		'image/groupEdit': {
			...image,
			model: modelId('group-edit'),
			image_urls: [String(made?.url)],
			options: { download: false },
		},
		...ofVideos(String(made?.url), String(film?.url), video.options),
		'image/getJob': { jobId: String(made?.job_id), options: { download: false } },
		'video/generate': video,
		'video/getJob': { jobId: String(film?.job_id), options: { download: false } },
		'chat/complete': {
			model: modelId('sandbox-chat-small'),
			messages: { message: [{ role: 'user', content: 'Hello' }] },
		},
		'image/describe': { model: modelId('sandbox-chat-large'), images: [String(made?.url)] },
		'model/get': { model: modelId('ultimate-video-upscaler') },
		'billing/estimateCost': { kind: 'image', model: modelId('model-dev') },
		'billing/setLimits': { limits: { daily_limit_usd: 5 } },
		'apiKey/create': { name: 'Another', scopes: ['image:*'] },
		'apiKey/rotate': own,
		'apiKey/revoke': own,
		'apiKey/reactivate': own,
		'apiKey/delete': own,
	};
	const schemas = new Map<string, Schema & { version: number }>();
	// A key that was deleted can do nothing more.
	const names = resources
		.flatMap(({ value, operations }) =>
			operations.map((operation) => `${value}/${operation.value}`),
		)
		.sort((a, b) => Number(a === 'apiKey/delete') - Number(b === 'apiKey/delete'));
	for (const name of names) {
		const [resource = '', operation = ''] = name.split('/');
		const entries = await run(resource, operation, given[name] ?? { returnAll: true });
		schemas.set(name, { ...merged(entries.map(schemaOf)), version: 1 });
	}
	await sandbox.close();
	return schemas;
}

/** The tools of videos, each with its file. */
const ofVideos = (image_url: string, video_url: string, options: object) => ({
	'video/animate': { prompt: 'Slowly', image_url, options },
	'video/editVideo': { prompt: 'Slowly', video_url, parameters: form({ seconds: 5 }), options },
	'video/extend': { prompt: 'On', video_url, model: modelId('sandbox-video-extend'), options },
	'video/removeWatermark': { video_url, parameters: form({ seconds: 5 }), options },
	'video/upscale': { video_url, parameters: form({ seconds: 5 }), options },
});

function schemaOf(value: unknown): Schema {
	if (Array.isArray(value))
		return { type: 'array', ...(value.length > 0 && { items: merged(value.map(schemaOf)) }) };
	if (value === null) return { type: 'null' };
	if (typeof value !== 'object') return { type: typeof value };
	return {
		type: 'object',
		properties: Object.fromEntries(
			Object.entries(value).map(([name, entry]) => [name, schemaOf(entry)]),
		),
	};
}

/** One schema for entries that each may lack what others have. */
function merged(schemas: Schema[]): Schema {
	const known = schemas.filter(({ type }) => type !== 'null');
	const [first = { type: 'null' }] = known;
	const { type } = first;
	if (type === 'array') {
		const items = known.flatMap((schema) => schema.items ?? []);
		return { type, ...(items.length > 0 && { items: merged(items) }) };
	}
	if (type !== 'object') return { type };
	const names = [...new Set(known.flatMap(({ properties = {} }) => Object.keys(properties)))];
	return {
		type,
		properties: Object.fromEntries(
			names.map((name) => [
				name,
				merged(known.flatMap(({ properties }) => properties?.[name] ?? [])),
			]),
		),
	};
}
