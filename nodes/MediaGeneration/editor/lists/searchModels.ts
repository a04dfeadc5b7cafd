import { NodeApiError, type ILoadOptionsFunctions, type INodeListSearchResult } from 'n8n-workflow';
import { catalog, tools, type ModelKind, type ToolName } from '../../../../contract/catalog';
import { modelLabel } from '../../../../contract/catalog/price';
import { messageOf } from '../../support/data';
import { isExpression } from '../../support/expression';
import { asNodeFailure } from '../../failures/failure';
import { LIST_TIMEOUT_MS } from '../../http/request';
import { currentKind, currentTool } from './currentKind';
import { joinModels, type KnownModel } from '../models/join';
import { listModels } from '../models/listed';
import { Client } from '../../http/client';

/**
 * The lines of the model list: the catalog joined with what the service lists now, each with price and
 * time, deprecated ones last. Without a credential or a network the catalog alone.
 * @throws NodeApiError when the service refuses the key
 */
export async function searchModels(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await listedModels(this, currentKind(this), filter, currentTool(this));
}

/** The same for a node that only chats. */
export async function searchChatModels(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await listedModels(this, 'chat', filter);
}

async function listedModels(
	context: ILoadOptionsFunctions,
	kind: ModelKind | 'all' | 'chat',
	filter?: string,
	tool?: ToolName,
): Promise<INodeListSearchResult> {
	const listed = await listedNow(context);
	const entries = catalog.filter((entry) => kind === 'all' || entry.kind === kind);
	const models = joinModels(entries, listed ?? [], kind === 'all' ? undefined : kind).filter(
		(model) => tool === undefined || doesThat(model, tool),
	);
	const words = (filter ?? '').toLowerCase().split(/\s+/).filter(Boolean);
	const results = [
		...models.filter(({ status }) => status !== 'Deprecated'),
		...models.filter(({ status }) => status === 'Deprecated'),
	]
		.filter(({ id }) => !isExpression(id))
		.map((model) => ({
			name: lineOf(model),
			value: model.id,
			description: model.note ?? model.type,
		}))
		.filter(({ name, description }) =>
			words.every((word) => `${name} ${description ?? ''}`.toLowerCase().includes(word)),
		);
	return { results: listed ? results : [...results, { name: OFFLINE_NOTE, value: '' }] };
}

/** Whether a model is one for a tool, as far as the catalog or its type tells. */
const doesThat = ({ entry, id, type = '' }: KnownModel, tool: ToolName) =>
	entry ? entry.does === tool : tools[tool].types.test(`${type} ${id}`);

/** The last line of a list that the service had no part in; choosing it chooses nothing. */
const OFFLINE_NOTE = 'The service did not answer: only built-in models are listed';

function lineOf(model: KnownModel): string {
	if (model.entry) return modelLabel({ ...model.entry, status: model.status });
	const parts = [model.priceText, model.etaSeconds ? `~${model.etaSeconds} s` : undefined].filter(
		Boolean,
	);
	const id = model.status === 'Deprecated' ? `${model.id} (deprecated)` : model.id;
	return parts.length > 0 ? `${id} — ${parts.join(', ')}` : id;
}

/** The service's own list; nothing where it does not answer. */
async function listedNow(context: ILoadOptionsFunctions): Promise<KnownModel[] | undefined> {
	if (!context.getNode().credentials?.mediaGenerationApi) return [];
	try {
		return await listModels(new Client(context), {
			timeout: LIST_TIMEOUT_MS,
			longestMs: LIST_TIMEOUT_MS,
		});
	} catch (error) {
		// A refused key is told; what is out of reach for a moment is not.
		if (error instanceof NodeApiError && /^40[13]$/.test(String(error.httpCode)))
			throw asNodeFailure({ node: context.getNode() }, error);
		context.logger.warn(`The model list shows the built-in models only: ${messageOf(error)}`);
		return undefined;
	}
}
