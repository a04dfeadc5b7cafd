import type { IDataObject } from 'n8n-workflow';
import { catalog, type PricedModel } from '../../../../contract/catalog';
import { priceRange } from '../../../../contract/catalog/price';
import { describeRule, type Rule, rulesOf } from '../../../../contract/catalog/rules';
import { nanosToNumber } from '../../../../contract/money';
import { kindField } from '../../editor/fields/kinds';
import { listFields, readLimit, simplifier, outputChoiceFields } from '../../editor/fields/list';
import { modelFieldWithoutDefault, readModelId } from '../../editor/fields/model';
import { choiceField } from '../../editor/input/field';
import { joinModels, type KnownModel, listModels } from '../../editor/models';
import { nodeFailure } from '../../failures/failure';
import type { Run } from '../../lifecycle/run';
import { defineOperation } from '../../run/operation';
import { dataOf, defined } from '../../support/data';
import { itemsFrom } from '../../run/items';

/** What an item tells of a model: the catalog's row, over what the service says. */
function modelFields(model: KnownModel): IDataObject {
	const { id, kind, status, type, note, entry, priceText: price, etaSeconds: eta_seconds } = model;
	const fields = { id, does: entry?.does, kind, status, type, price, eta_seconds, note };
	return { ...dataOf(model.listed), ...defined({ ...fields, ...(entry && catalogFields(entry)) }) };
}

function catalogFields(entry: PricedModel): IDataObject {
	const { low, high } = priceRange(entry, entry.price.per === 'second' ? { seconds: 1 } : {});
	const rules = rulesOf(entry);
	const namesOf = (some: Rule[]) => some.map(({ name }) => name);
	return {
		price_per: entry.price.per,
		price_usd_low: nanosToNumber(low),
		price_usd_high: nanosToNumber(high),
		price_nanos_low: low.toString(),
		price_nanos_high: high.toString(),
		required: namesOf(rules.filter(({ required }) => required)),
		optional: namesOf(rules.filter(({ required }) => !required)),
		parameters: Object.fromEntries(rules.map((rule) => [rule.name, describeRule(rule)])),
	};
}

/** The parameters of a model, one by one, with what holds for each. */
const parameterFields = (entry: PricedModel): IDataObject[] =>
	rulesOf(entry).map((rule) => {
		const { name, label, type, required, values, min, max, minItems, maxItems, maxLength } = rule;
		return defined({
			name,
			label,
			type,
			required,
			rule: describeRule(rule),
			values: values && [...values],
			min: min ?? minItems,
			max: max ?? maxItems ?? maxLength,
			default: rule.default,
			ignored: entry.ignores?.includes(name),
		});
	});

const knownModels = async (run: Run): Promise<KnownModel[]> =>
	joinModels([...catalog], await listModels(run));

const ofKind = kindField(
	'What the models make',
	'all',
	{ name: 'All', value: 'all' },
	{ name: 'Chat', value: 'chat' },
);

const statusField = choiceField({
	displayName: 'Status',
	name: 'status',
	noDataExpression: true,
	options: [
		{ name: 'All', value: 'all' },
		{ name: 'Deprecated', value: 'Deprecated' },
		{ name: 'Live', value: 'Live' },
	],
	default: 'Live',
	description: 'Whether the models can still be used',
});

const ESSENTIAL = [
	'id',
	'kind',
	'type',
	'status',
	'price',
	'eta_seconds',
	'required',
	'parameters',
	'note',
];

/** Model > Get Many: the catalog joined with "List models" of the API document. */
export const getManyModels = defineOperation({
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many models',
	description: 'List the models with what they make, what they cost and how long they take',
	forAgents:
		'Lists the models with what they make, what they cost in US dollars, how many seconds they take, and their required and optional parameters with the allowed values. Costs nothing. Use it to choose a model.',
	fields: [ofKind, statusField, ...listFields, ...outputChoiceFields],
	read: (input, { isTool }) => ({
		kind: input.parameter(ofKind),
		status: input.parameter(statusField),
		limit: readLimit(input),
		simplified: simplifier(input, isTool, ESSENTIAL),
	}),
	perform: async (run, { kind, status, limit, simplified }) => {
		const found = (await knownModels(run))
			.filter((model) => kind === 'all' || model.kind === kind)
			.filter((model) => status === 'all' || model.status === status)
			.slice(0, limit);
		return itemsFrom(run.itemIndex, ...found.map((model) => simplified(modelFields(model))));
	},
});

/** Model > Get: a row of a model table of the API document, or an entry of "List models". */
export const getModel = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get a model',
	description: 'Get what one model costs, takes and ignores, with the bounds of each parameter',
	forAgents:
		'Tells of one model what it costs in US dollars, how many seconds it takes, and each of its parameters with allowed values and bounds, and whether it is ignored. Costs nothing. Give the ID of the model.',
	fields: [modelFieldWithoutDefault('model', 'The model to tell about, of any kind')],
	read: (input) => ({ id: readModelId(input, 'the ID of a model') }),
	perform: async (run, { id }) => {
		const models = await knownModels(run);
		const alike = (model: { id: string }) => model.id.toLowerCase() === id.toLowerCase();
		const found = models.find((model) => model.id === id) ?? models.find(alike);
		if (!found)
			throw nodeFailure(
				run,
				`There is no model ${id}`,
				'Choose one from the list, or see Model > Get Many.',
			);
		const { entry } = found;
		const more = entry && { ignores: [...(entry.ignores ?? [])], fields: parameterFields(entry) };
		return itemsFrom(run.itemIndex, { ...modelFields(found), ...more });
	},
});
