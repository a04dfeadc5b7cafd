import type { IDataObject } from 'n8n-workflow';
import { findModel, kinds, type ModelEntry, modelKinds } from '../../../../contract/catalog';
import { priceRange } from '../../../../contract/catalog/price';
import { checkValues, coerceValues } from '../../../../contract/catalog/request';
import { inWords, type Problem, rulesOf } from '../../../../contract/catalog/rules';
import { endpoints } from '../../../../contract/endpoints';
import { nanosToNumber } from '../../../../contract/money';
import { recordIn } from '../../answers/list/record';
import { amountIn } from '../../answers/money/amount';
import { kindField } from '../../editor/fields/kinds';
import { listFields, readLimit } from '../../editor/fields/list';
import { modelField, readModel } from '../../editor/fields/model';
import {
	collectionField,
	field,
	flagField,
	jsonField,
	optionsCollection,
} from '../../editor/input/field';
import {
	parametersFields,
	readParameters,
	specifyParameters,
} from '../../editor/fields/parameters';
import { bodyOf, extraBody, readExtraBody, variants } from '../../editor/fields/submitOptions';
import type { Input } from '../../editor/input/input';
import { nodeFailure } from '../../failures/failure';
import { fetchAllPages } from '../../http/fetchAllPages';
import { apiRequest } from '../../http/request';
import { askedFor } from '../../lifecycle/price';
import { usd } from '../../n8n/readers';
import { defineOperation } from '../../run/operation';
import { asText, dataOf } from '../../support/data';
import { itemsFrom } from '../../run/items';

/** A record with its amounts in US dollars first and those in nanos last; what it tells in nanos alone is there in dollars too. */
function dollarsFirst(record: IDataObject): IDataObject {
	const entries = Object.entries(record);
	const worked = entries.flatMap(([name, value]) => {
		const [, amount] = /^(.*)_nanos$/.exec(name) ?? [];
		const exact = asText(value);
		return amount !== undefined && /^-?\d+$/.test(exact) && !Object.hasOwn(record, `${amount}_usd`)
			? [[`${amount}_usd`, nanosToNumber(BigInt(exact))] as const]
			: [];
	});
	const rank = (name: string) => (name.endsWith('_usd') ? 0 : name.endsWith('_nanos') ? 2 : 1);
	return Object.fromEntries(
		[...entries, ...worked].toSorted(([one], [other]) => rank(one) - rank(other)),
	);
}

/** Billing > Get Balance: "Balance" of the API document. */
export const getBalance = defineOperation({
	value: 'getBalance',
	name: 'Get Balance',
	action: 'Get the balance',
	description:
		'See how much money is left, how much is held for running jobs, and what was spent today and this month',
	forAgents:
		'Tells in US dollars how much money is available, how much is held for running jobs, and what was spent today and this month. Costs nothing. Use it before something expensive, or when the user asks what is left.',
	fields: [],
	read: () => undefined,
	perform: async (run) => {
		const { body } = await apiRequest(run, { endpoint: 'getBalance' });
		return itemsFrom(run.itemIndex, dollarsFirst(dataOf(recordIn(body, 'balance'))));
	},
});

const extraQuery = jsonField({
	displayName: 'Extra Query Parameters (JSON)',
	name: 'extraQuery',
	description:
		'Query parameters to add to the request unchanged, for what this node does not offer, such as a filter',
});

/** Billing > Get Transactions: the transactions endpoint of "Billing" in the API document. */
export const getTransactions = defineOperation({
	value: 'getTransactions',
	name: 'Get Transactions',
	action: 'Get transactions',
	description: 'List what was paid in and what was spent',
	forAgents: 'Lists what was paid in and what was spent, in US dollars. Costs nothing.',
	fields: [...listFields, optionsCollection([extraQuery])],
	read: (input) => ({ limit: readLimit(input), query: input.option(extraQuery) ?? {} }),
	perform: async (run, { limit, query }) => {
		const entries = await fetchAllPages(run, 'getTransactions', limit, query);
		return itemsFrom(run.itemIndex, ...entries.map(dollarsFirst));
	},
});

const limitOf = (period: 'Daily' | 'Monthly', span: string, usual: number) => ({
	amount: field(
		{
			displayName: `${period} Limit (USD)`,
			name: `${period.toLowerCase()}_limit_usd`,
			type: 'number',
			typeOptions: { minValue: 0 },
			default: usual,
			description: `The most that may be spent in a ${span} (UTC), in US dollars. With 0, nothing can be spent.`,
		},
		usd,
	),
	remove: flagField({
		displayName: `Remove ${period} Limit`,
		name: `remove${period}Limit`,
		default: true,
		description: `Whether to remove the ${period.toLowerCase()} limit, so that nothing but the balance limits what is spent`,
	}),
});

const limits = [limitOf('Daily', 'day', 10), limitOf('Monthly', 'calendar month', 100)];

/** The limits that an item sets, null for those that it removes. */
function readLimits(input: Input): IDataObject {
	const read = input.entriesOf('limits', 'Limits');
	const body: IDataObject = {};
	for (const { amount, remove } of limits) {
		const [value, isRemoved] = [read(amount), read(remove)];
		if (isRemoved && typeof value === 'number')
			input.add(`${amount.property.displayName} cannot be set and removed at once`);
		if (isRemoved || value !== undefined) body[amount.property.name] = isRemoved ? null : value;
	}
	return body;
}

/**
 * Billing > Set Limits: the limits endpoint of "Billing" in the API document.
 * @assumed its body: `daily_limit_usd` and `monthly_limit_usd`, null for no limit
 */
export const setLimits = defineOperation({
	value: 'setLimits',
	name: 'Set Limits',
	action: 'Set spend limits',
	description: 'Set how much may be spent in a day (UTC) and in a calendar month (UTC)',
	forAgents: 'Sets how many US dollars may be spent in a day and in a calendar month (UTC).',
	guarded: 'It changes how much may be spent, and can remove the limits.',
	fields: [
		collectionField(
			'Limits',
			'limit',
			limits.flatMap(({ amount, remove }) => [amount, remove]),
		),
		optionsCollection([extraBody]),
	],
	read: (input) => ({ ...readLimits(input), ...readExtraBody(input) }),
	perform: async (run, body) => {
		if (Object.keys(body).length === 0)
			throw nodeFailure(run, 'No limit is given', 'Add a daily or a monthly limit, or remove one.');
		const answer = await apiRequest(run, { endpoint: 'setLimits', body });
		return itemsFrom(run.itemIndex, dollarsFirst(dataOf(recordIn(answer.body, 'limits'))));
	},
});

const ofKind = kindField('What the request would make', 'image');

/**
 * Billing > Estimate Cost: the estimate endpoint of "Billing" in the API document.
 * @assumed its body: that of the endpoint to be called, with that endpoint's path as `endpoint`
 */
export const estimateCost = defineOperation({
	value: 'estimateCost',
	name: 'Estimate Cost',
	action: 'Estimate a cost',
	description: 'See what a request would cost, without sending it',
	builderHint: 'The price of a request before a person approves it. Costs nothing.',
	forAgents:
		'Tells in US dollars what an image, an edit or a video would cost, without making it. Costs nothing.',
	fields: [
		ofKind,
		...modelKinds.map((kind) => ({
			...modelField(kind),
			displayOptions: { show: { kind: [kind] } },
		})),
		...parametersFields,
		specifyParameters,
		optionsCollection([variants, extraBody]),
	],
	read: readRequest,
	onlyPrices: true,
	perform: async (run, { asked, body, times }) => {
		const { body: answer } = await apiRequest(run, { endpoint: 'estimateCost', body });
		const listed = asked && findModel(asked.model.kind, asked.model.id);
		const range = listed && priceRange(listed, asked.values);
		const nanos = amountIn(answer);
		return itemsFrom(run.itemIndex, {
			variants: times,
			...dollarsFirst(dataOf(recordIn(answer, 'estimate'))),
			// The names that Generate uses too.
			...(nanos !== undefined && {
				estimated_cost_usd: nanosToNumber(nanos),
				estimated_cost_nanos: nanos.toString(),
			}),
			...(range && {
				catalog_usd_low: nanosToNumber(range.low),
				catalog_usd_high: nanosToNumber(range.high),
			}),
		});
	},
});

function readRequest(input: Input) {
	const chosen = input.parameter(ofKind);
	const kind = modelKinds.find((known) => known === chosen) ?? modelKinds[0];
	if (chosen === undefined) input.check();
	const model = readModel(input, kind);
	const { values, problems } = checkValues(model, coerceValues(model, readParameters(input)));
	for (const problem of problems) if (touchesPrice(problem, model)) input.add(inWords(problem));
	const extra = readExtraBody(input);
	const body = bodyOf(model, values, extra);
	return {
		times: input.option(variants),
		asked: askedFor(kind, { model, values }, extra, body, touchesPrice),
		body: { endpoint: endpoints[kinds[kind].endpoint].path, ...body },
	};
}

/** Whether a problem affects the price: a missing value, such as the prompt, and source files do not. */
function touchesPrice({ rule, param }: Problem, model: ModelEntry): boolean {
	const isFile = rulesOf(model).some(({ name, type }) => name === param && type.startsWith('url'));
	return rule !== 'required' && !isFile;
}
