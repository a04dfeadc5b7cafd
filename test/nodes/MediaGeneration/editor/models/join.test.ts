import { modelsOf } from '../../../../../contract/catalog';
import { priceLabel } from '../../../../../contract/catalog/price';
import { joinModels } from '../../../../../nodes/MediaGeneration/editor/models';
import { runToEnd } from '../../../../../nodes/MediaGeneration/support/slices';
import { readModelList as modelsIn } from '../../../../../nodes/MediaGeneration/answers/list/models';

const readModelList = (body: unknown) => runToEnd(modelsIn(body));

test('the service says whether a model is deprecated, and each model comes once', () => {
	const listed = readModelList([
		{ id: 'realism', type: 'image', status: 'Deprecated' },
		{ id: 'vendor-x', type: 'image' },
		{ id: 'clip', type: 'video' },
	]);
	const joined = joinModels(modelsOf('image'), listed, 'image');
	expect(joined.map(({ id }) => id)).toEqual([
		...modelsOf('image').map(({ id }) => id),
		'vendor-x',
	]);
	expect(joined.find(({ id }) => id === 'realism')?.status).toBe('Deprecated');
});

test('of a model that both know, the catalog tells all but the status, and the service’s own entry goes with it', () => {
	const entry = modelsOf('video').find(({ id }) => id === 't2v-turbo');
	if (!entry) throw new Error('no such model');
	const [listed] = readModelList([
		{ id: 't2v-turbo', type: 'video', status: 'Deprecated', pricing: { usd: '9' }, eta: '99s' },
	]);
	const { id, kind, type, note, etaSeconds } = entry;
	const known = { id, kind, type, note, etaSeconds, priceText: priceLabel(entry), entry };
	expect(joinModels([entry], listed ? [listed] : [], 'video')).toEqual([
		{ ...known, status: 'Deprecated', listed: listed?.listed },
	]);
	expect(joinModels([entry], [], 'video')).toEqual([
		{ ...known, status: entry.status, listed: undefined },
	]);
});

test('a model of the catalog is known by its ID where the list does not tell what it makes, and is not told twice', () => {
	const entries = modelsOf('image');
	const [untold, ofVideos] = [
		readModelList([{ id: 'realism', retired: true }]),
		readModelList([{ id: 'realism', type: 'video', retired: true }]),
	];
	const statusIn = (joined: ReturnType<typeof joinModels>) =>
		joined.filter(({ id }) => id === 'realism').map(({ status }) => status);
	expect(statusIn(joinModels(entries, untold, 'image'))).toEqual(['Deprecated']);
	expect(statusIn(joinModels(entries, untold))).toEqual(['Deprecated']);
	expect(statusIn(joinModels(entries, ofVideos, 'image'))).toEqual(['Live']);
	expect(
		statusIn(joinModels(entries, readModelList([{ id: 'another', retired: true }]), 'image')),
	).toEqual(['Live']);
});

test('without a product area every model of the service is told', () => {
	const listed = readModelList([
		{ id: 'x', type: 'image' },
		{ id: 'y', type: 'video' },
		{ id: 'realism', type: 'image' },
	]);
	expect(joinModels([], listed).map(({ id }) => id)).toEqual(['x', 'y']);
	expect(joinModels([], listed, 'video').map(({ id }) => id)).toEqual(['y']);
});
