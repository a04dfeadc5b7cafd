import type { IDataObject } from 'n8n-workflow';
import { fieldsIn, itemsFrom } from '../../support/items';
import { defineOperation } from '../../engine/operation';
import { optionsField, readBodyOptions, submitOptions } from '../../fields/options';
import { inputFailure } from '../../transport/errors';
import { apiRequest } from '../../transport/request';

const limitNames = { daily_limit_usd: 'Daily Limit (USD)', monthly_limit_usd: 'Monthly Limit (USD)' } as const;

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
	guarded: true,
	fields: [
		{
			displayName: 'Limits',
			name: 'limits',
			type: 'collection',
			placeholder: 'Add limit',
			default: {},
			options: [
				{
					displayName: limitNames.daily_limit_usd,
					name: 'daily_limit_usd',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 9 },
					default: 10,
					description: 'The most that may be spent in a day, in US dollars; counted from midnight UTC. An expression that gives null takes the limit away.',
				},
				{
					displayName: limitNames.monthly_limit_usd,
					name: 'monthly_limit_usd',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 9 },
					default: 100,
					description: 'The most that may be spent in a calendar month, in US dollars. An expression that gives null takes the limit away.',
				},
			],
		},
		optionsField(submitOptions.filter(({ name }) => name === 'extraBody')),
	],
	run: async (context, itemIndex) => {
		const limits = context.getNodeParameter('limits', itemIndex, {}) as IDataObject;
		const body: IDataObject = { ...readBodyOptions(context, itemIndex) } as IDataObject;
		for (const [name, value] of Object.entries(limits)) {
			const amount = value === null ? null : Number(value);
			if (amount !== null && (value === '' || !(amount >= 0) || !Number.isFinite(amount))) {
				throw inputFailure(context.getNode(), `${name} must be an amount in US dollars of at least 0 (given: ${String(value)})`, itemIndex);
			}
			body[name] ??= amount;
		}
		if (Object.keys(body).length === 0) {
			throw inputFailure(context.getNode(), 'No limit is given', itemIndex, 'Add a daily or a monthly limit.');
		}
		const answer = await apiRequest(context, { endpoint: 'setLimits', body, itemIndex });
		return itemsFrom(itemIndex, fieldsIn(answer.body, 'limits'));
	},
});
