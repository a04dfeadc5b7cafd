import { searchModels } from '../../../nodes/MediaGeneration/editor/lists/searchModels';
import { loadList } from '../../support/lists';
import { free, saidIn, type Cell, type Outcome } from '../cell';
import type { World } from '../world';

/** What the service alone knows: the catalog has none of it. */
const onlyServed = (id: unknown) => String(id).startsWith('sandbox-');

async function many(world: World): Promise<Outcome> {
	const result = await world.node({ resource: 'model', operation: 'getMany', returnAll: true });
	const told = result.items
		.map(({ json }) => json)
		.filter(({ id }) => onlyServed(id))
		.map(({ id, kind }) => `${String(kind)} ${String(id)}`)
		.sort();
	return { ...saidIn(result), models: told, whole: told.length >= served.length };
}

async function picker(world: World, parameters: Record<string, string>): Promise<Outcome> {
	const { results } = await loadList(
		parameters,
		world.credentials,
		async (context) => await searchModels.call(context),
	);
	const told = results
		.map(({ value }) => value)
		.filter(onlyServed)
		.sort();
	return { models: told, whole: told.length > 0 };
}

const served = [
	'chat sandbox-chat-large',
	'chat sandbox-chat-small',
	'image sandbox-image-quality',
	'studio sandbox-edit-sequential',
	'video sandbox-video-audio',
	'video sandbox-video-routed',
];

/** The models of the service, joined with the catalog. */
export const modelCells: readonly Cell[] = [
	free('model: get many', { models: served }, many),
	free(
		'model: picker for chats',
		{ models: ['sandbox-chat-large', 'sandbox-chat-small'] },
		(world) => picker(world, { resource: 'chat', operation: 'complete' }),
	),
	free(
		'model: picker for videos',
		{ models: ['sandbox-video-audio', 'sandbox-video-routed'] },
		(world) => picker(world, { resource: 'video', operation: 'generate' }),
	),
];
