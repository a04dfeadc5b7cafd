import { NodeApiError, type ILoadOptionsFunctions, type INodeListSearchResult } from 'n8n-workflow';
import { catalog, tools, type ModelKind, type ToolName } from '../../../../contract/catalog';
import { modelLabel } from '../../../../contract/catalog/price';
import { messageOf } from '../../support/data';
import { settled } from '../../support/settled';
import { asNodeFailure } from '../../failures/failure';
import { LIST_TIMEOUT_MS } from '../../http/request';
import { linesFound } from './linesFound';
import { currentKind, currentTool } from './currentKind';
import { joinModels, type KnownModel } from '../models/join';
import { listModels } from '../models/listed';
import { Client } from '../../http/client';

/**
 * The lines of the model list: the catalog joined with what the service lists now, each with price and time, deprecated ones
 * last. Without a credential or a network the catalog alone.
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
	const isOld = ({ status }: KnownModel) => status === 'Deprecated';
	const lines = [...models.filter((model) => !isOld(model)), ...models.filter(isOld)].map(
		(model) => ({ name: lineOf(model), value: model.id, description: model.note ?? model.type }),
	);
	const results = linesFound(lines, filter);
	return { results: listed ? results : [...results, { name: OFFLINE_NOTE, value: '' }] };
}

/** Whether a model is one for a tool, as far as the catalog or its type tells. */
const doesThat = ({ entry, id, type = '' }: KnownModel, tool: ToolName) =>
	entry ? entry.does === tool : tools[tool].types.test(`${type} ${id}`);

/** The last line of a list that the service had no part in; choosing it chooses nothing. */
const OFFLINE_NOTE = 'The service did not answer: only built-in models are listed';

function lineOf({ entry, id, status, priceText, etaSeconds }: KnownModel): string {
	if (entry) return modelLabel({ ...entry, status });
	const facts = [priceText, etaSeconds && `~${etaSeconds} s`].filter(Boolean).join(', ');
	return [status === 'Deprecated' ? `${id} (deprecated)` : id, facts].filter(Boolean).join(' — ');
}

/** The service's own list; nothing where it does not answer. */
async function listedNow(context: ILoadOptionsFunctions): Promise<KnownModel[] | undefined> {
	if (!context.getNode().credentials?.mediaGenerationApi) return [];
	const times = { timeout: LIST_TIMEOUT_MS, longestMs: LIST_TIMEOUT_MS };
	const outcome = await settled(listModels(new Client(context), times));
	if (outcome.status === 'fulfilled') return outcome.value;
	const { reason } = outcome;
	// A refused key is told; what is out of reach for a moment is not.
	if (reason instanceof NodeApiError && /^40[13]$/.test(String(reason.httpCode)))
		throw asNodeFailure({ node: context.getNode() }, reason);
	context.logger.warn(`The model list shows the built-in models only: ${messageOf(reason)}`);
	return undefined;
}
