import type { IDataObject } from 'n8n-workflow';
import { dataOf } from '../../support/data';
import { nodeFailure } from '../../failures/failure';
import { itemsFrom } from '../../support/items';
import { recordIn } from '../../answers/list/record';
import { defineOperation } from '../../run/operation';
import { optionsField } from '../../editor/fields/options';
import { extraBodyOptions, readExtraBody } from '../../editor/fields/submitOptions';
import { field } from '../../editor/input/field';
import { usd, type Reader } from '../../n8n/readers';
import { apiRequest } from '../../http/request';

/** An amount in US dollars; null for no limit. */
const amountOrNone: Reader<number | null> = {
	rule: `${usd.rule}, or null for no limit`,
	read: (given) => (given === null ? { value: null } : usd.read(given)),
};

const dailyLimit = field(
	{
		displayName: 'Daily Limit (USD)',
		name: 'daily_limit_usd',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 10,
		description: 'The most that may be spent in a day, in US dollars; counted from midnight UTC. An expression that returns null removes the limit.',
	},
	amountOrNone,
);

const monthlyLimit = field(
	{
		displayName: 'Monthly Limit (USD)',
		name: 'monthly_limit_usd',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 100,
		description: 'The most that may be spent in a calendar month, in US dollars. An expression that returns null removes the limit.',
	},
	amountOrNone,
);

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
		{
			displayName: 'Limits',
			name: 'limits',
			type: 'collection',
			placeholder: 'Add limit',
			default: {},
			options: [dailyLimit.property, monthlyLimit.property],
		},
		optionsField(extraBodyOptions),
	],
	read: (input) => {
		const limits = input.readCollection('limits', 'Limits');
		const body: IDataObject = {};
		for (const { property, reader } of [dailyLimit, monthlyLimit]) {
			if (!Object.hasOwn(limits, property.name)) continue;
			const given = input.read(property.displayName, reader, limits[property.name], 'number');
			if (given !== undefined) body[property.name] = given;
		}
		return { ...body, ...readExtraBody(input) };
	},
	perform: async (run, body) => {
		if (Object.keys(body).length === 0) throw nodeFailure(run, 'No limit is given', 'Add a daily or a monthly limit.');
		const answer = await apiRequest(run, { endpoint: 'setLimits', body });
		return itemsFrom(run.itemIndex, dataOf(recordIn(answer.body, 'limits')));
	},
});
