import {
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	NodeApiError,
	type ResourceMapperField,
	type ResourceMapperFields,
} from 'n8n-workflow';
import {
	catalog,
	findModel,
	findTool,
	kinds,
	type ModelKind,
	modelKinds,
	otherKindsOf,
	type ToolName,
	tools,
} from '../../../../contract/catalog';
import { modelLabel } from '../../../../contract/catalog/price';
import type { Rule } from '../../../../contract/catalog/rules';
import { jobKinds } from '../fields/kinds';
import { modelOfId } from '../fields/model';
import { parametersInForm } from '../fields/parameters';
import { linesFound } from './search';
import { joinModels, type KnownModel, listModels } from '../models';
import { asNodeFailure } from '../../failures/failure';
import { Client } from '../../http/client';
import { LIST_TIMEOUT_MS } from '../../http/request';
import { isMissing, text } from '../../n8n/readers';
import { dataOf, messageOf } from '../../support/data';
import { settled } from '../../support/settled';

/** The product area that the editor's open node is set to, or all of them. */
function currentKind(context: ILoadOptionsFunctions): ModelKind | 'all' | 'chat' {
	const resource = context.getCurrentNodeParameter('resource');
	const operation = context.getCurrentNodeParameter('operation');
	if (resource === 'chat' || operation === 'describe') return 'chat';
	if (resource === 'model') return 'all';
	const chosen = context.getCurrentNodeParameter('kind');
	const makes = modelKinds.find(
		(kind) =>
			kinds[kind].makes === resource && jobKinds[kind].operations.some((one) => one === operation),
	);
	return makes ?? modelKinds.find((kind) => kind === chosen) ?? modelKinds[0];
}

/** The tool that the node's operation is, if it is one. */
function currentTool(context: ILoadOptionsFunctions): ToolName | undefined {
	const kind = currentKind(context);
	const operation = context.getCurrentNodeParameter('operation');
	return kind === 'chat' || kind === 'all' ? undefined : findTool(kind, operation);
}

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

const widgets = {
	text: 'string',
	url: 'string',
	urls: 'string',
	integer: 'number',
	number: 'number',
	boolean: 'boolean',
	choice: 'options',
} as const;

/**
 * The form of the chosen model: each of its parameters with type, allowed values, bounds and default. The editor keeps
 * a model when the operation changes, so a form for one of another operation says what to do.
 */
export async function getModelParameters(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const kind = currentKind(this);
	if (kind === 'chat' || kind === 'all') return { fields: [] };
	const id =
		text.read(this.getCurrentNodeParameter('model', { extractValue: true }))?.value.trim() ?? '';
	const [other] = findModel(kind, id) ? [] : otherKindsOf(kind, id);
	if (other)
		return {
			fields: [],
			emptyFieldsNotice: `${id} is a model for ${kinds[other].label}. Choose a model for ${kinds[kind].label} under Model.`,
		};
	const given = dataOf(dataOf(this.getCurrentNodeParameter('parameters')).value);
	const fields = parametersInForm(modelOfId(kind, id), currentTool(this)).map((rule, index) => ({
		...toField(rule),
		removed: index >= AT_FIRST && isOptional(rule) && isMissing(given[rule.name]),
	}));
	return fields.length > 0
		? { fields }
		: { fields, emptyFieldsNotice: `${id} has no parameters of its own.` };
}

const AT_FIRST = 4;

/** Whether it can be left for somebody to add. Where all are added at once, n8n shows a switch without a value as on. */
const isOptional = ({ required, type }: Rule) => !required && type !== 'boolean';

function toField(rule: Rule): ResourceMapperField {
	return {
		id: rule.name,
		displayName: labelOf(rule),
		required: rule.required,
		defaultMatch: false,
		display: true,
		type: rule.values ? 'options' : widgets[rule.type],
		options: rule.values?.map((value) => ({ name: String(value), value })),
		defaultValue: rule.default ?? null,
	};
}

/** The form shows no descriptions, so the hint and the bounds stand in the label. */
function labelOf({ label, hint, values, min, max }: Rule): string {
	const isBounded = !values && min !== undefined && max !== undefined;
	const notes = [hint, isBounded && `${min}-${max}`].filter(Boolean).join(', ');
	return notes ? `${label} (${notes})` : label;
}
