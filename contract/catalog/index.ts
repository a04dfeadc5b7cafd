import { imageModels } from './image';
import { kinds } from './kinds';
import { studioModels } from './studio';
import type { ModelKind } from './modelKinds';
import type { ModelEntry } from './types';
import { videoModels } from './video';

export { kinds } from './kinds';
export { media, modelKinds, type Media, type ModelKind } from './modelKinds';
export type { ModelEntry, Price, Rate } from './types';

/** Every model that the API document lists, in its order. */
export const catalog: readonly ModelEntry[] = [...imageModels, ...studioModels, ...videoModels];

/** The listed models of one product area. */
export function modelsOf(kind: ModelKind): ModelEntry[] {
	return catalog.filter((model) => model.kind === kind);
}

/** The listed model with this ID in this product area, if there is one. IDs are compared exactly. */
export function findModel(kind: ModelKind, id: string, models = catalog): ModelEntry | undefined {
	return models.find((model) => model.kind === kind && model.id === id);
}

/** The product areas, other than the given one, that list a model of this ID. */
export function otherKindsOf(kind: ModelKind, id: string, models = catalog): ModelKind[] {
	return models.filter((model) => model.id === id && model.kind !== kind).map((model) => model.kind);
}

/**
 * What can be said of a model that the document leaves out: it takes the whole vocabulary of its
 * endpoint, and its price and ETA lie within what the document gives for such models.
 */
export function unlistedModel(kind: ModelKind, id: string): ModelEntry {
	const { usd, etaSeconds } = kinds[kind].unlisted;
	return {
		id,
		kind,
		status: 'Live',
		accepts: kinds[kind].vocabulary,
		price: { per: 'request', rates: [{ usd }], approximate: true },
		etaSeconds,
	};
}
