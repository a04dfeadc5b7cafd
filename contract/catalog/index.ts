import { imageModels } from './image';
import { kinds } from './kinds';
import { studioModels } from './studio';
import { modelKinds, type ModelKind } from './modelKinds';
import { tools, type ToolName } from './tools';
import type { ModelEntry, PricedModel } from './types';
import { videoModels } from './video';

export { kinds } from './kinds';
export { media, modelKinds, type Media, type ModelKind } from './modelKinds';
export { tools, type Tool, type ToolName } from './tools';
export type { ModelEntry, Price, PricedModel, Rate } from './types';

/** Every model that the API document lists, in its order. */
export const catalog: readonly PricedModel[] = [...imageModels, ...studioModels, ...videoModels];

/** The listed models of one product area. */
export function modelsOf(kind: ModelKind): PricedModel[] {
	return catalog.filter((model) => model.kind === kind);
}

/** The tool that is the operation of this name in a product area, if there is one. */
export function findTool(kind: ModelKind, operation: unknown): ToolName | undefined {
	return toolNames.find((name) => name === operation && tools[name].kind === kind);
}

const toolNames = Object.keys(tools) as ToolName[];

/** The names of the tools of a product area. */
export const toolsOf = (kind: ModelKind): ToolName[] =>
	toolNames.filter((name) => tools[name].kind === kind);

/** What completes "a model for ...", and the model to start with, if one is listed: of a tool, or of a whole product area. */
export function usualModel(
	kind: ModelKind,
	tool?: ToolName,
): { label: string; defaultModel?: string } {
	if (tool === undefined) return kinds[kind];
	const first = catalog.find(({ does }) => does === tool);
	return { label: tools[tool].label, defaultModel: first?.id };
}

/** The listed model with this ID in this product area, if there is one. IDs are compared exactly. */
export function findModel(kind: ModelKind, id: string, models = catalog): PricedModel | undefined {
	return models.find((model) => model.kind === kind && model.id === id);
}

/**
 * The listed model that a person means: by its ID in any letters and marks, or by the line that lists show of it
 * (`model-dev — $0.10, ~15 s`).
 */
export function modelMeant(
	kind: ModelKind,
	given: string,
	models = catalog,
): PricedModel | undefined {
	const [id = ''] = given.split(/\s+(?:\(|[-—–·|]\s)|:\s/);
	const alike = models.filter((model) => model.kind === kind && plain(model.id) === plain(id));
	return findModel(kind, given, models) ?? (alike.length === 1 ? alike[0] : undefined);
}

const plain = (id: string) =>
	id
		.toLowerCase()
		.replace(/[^\p{L}\d.+]+/gu, '-')
		.replace(/^-|[-.]+$/g, '');

/** The product areas, other than the given one, that list a model which is meant by this ID. */
export function otherKindsOf(kind: ModelKind, given: string, models = catalog): ModelKind[] {
	return modelKinds.filter((other) => other !== kind && modelMeant(other, given, models));
}

/**
 * What can be said of a model that the document leaves out: it takes the whole vocabulary of its
 * endpoint, and its ETA is the least that the document gives for such models. Its price is not known.
 */
export function unlistedModel(kind: ModelKind, id: string): ModelEntry {
	return {
		id,
		kind,
		status: 'Live',
		accepts: kinds[kind].vocabulary,
		etaSeconds: kinds[kind].unlistedEtaSeconds,
	};
}
