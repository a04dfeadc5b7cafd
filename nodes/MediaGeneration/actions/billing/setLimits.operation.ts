import type { IDataObject } from 'n8n-workflow';
import { dataOf } from '../../support/data';
import { nodeFailure } from '../../failures/failure';
import { itemsFrom } from '../../support/items';
import { recordIn } from '../../answers/list/record';
import { defineOperation } from '../../run/operation';
import { optionsField } from '../../editor/fields/options';
import { extraBodyOptions, readExtraBody } from '../../editor/fields/submitOptions';
import { field, flagField, type Field } from '../../editor/input/field';
import type { Input } from '../../editor/input/input';
import { usd, type Reader } from '../../n8n/readers';
import { apiRequest } from '../../http/request';

/** An amount in US dollars; null for no limit. */
const amountOrNone: Reader<number | null> = {
	rule: `${usd.rule}, or null for no limit`,
	read: (given) => (given === null ? { value: null } : usd.read(given)),
};

const amount = (period: string, span: string, usual: number): Field<number | null> =>
	field(
		{
			displayName: `${period} Limit (USD)`,
			name: `${period.toLowerCase()}_limit_usd`,
			type: 'number',
			typeOptions: { minValue: 0 },
			default: usual,
			description: `The most that may be spent in a ${span} (UTC), in US dollars. With 0, nothing can be spent. An expression that gives null removes the limit.`,
		},
		amountOrNone,
	);

const remove = (period: string): Field<boolean> =>
	flagField({
		displayName: `Remove ${period} Limit`,
		name: `remove${period}Limit`,
		type: 'boolean',
		default: true,
		description: `Whether to remove the ${period.toLowerCase()} limit, so that nothing but the balance limits what is spent`,
	});

/** Each limit, with the switch that removes it. */
const limits = [
	{ amount: amount('Daily', 'day', 10), none: remove('Daily') },
	{ amount: amount('Monthly', 'calendar month', 100), none: remove('Monthly') },
];

/** The limits that an item sets, null for those that it removes. */
function readLimits(input: Input): IDataObject {
	const given = input.readCollection('limits', 'Limits');
	const body: IDataObject = {};
	const read = <T>({ property: { name, displayName, type }, reader }: Field<T>) =>
		Object.hasOwn(given, name) ? input.read(displayName, reader, given[name], type) : undefined;
	for (const { amount: limit, none } of limits) {
		const [value, removes] = [read(limit), read(none)];
		if (removes && typeof value === 'number')
			input.add(`${limit.property.displayName} cannot be set and removed at once`);
		if (removes) body[limit.property.name] = null;
		else if (value !== undefined) body[limit.property.name] = value;
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
		{
			displayName: 'Limits',
			name: 'limits',
			type: 'collection',
			placeholder: 'Add limit',
			default: {},
			options: limits
				.flatMap(({ amount: limit, none }) => [limit.property, none.property])
				.sort((a, b) => a.displayName.localeCompare(b.displayName)),
		},
		optionsField(extraBodyOptions),
	],
	read: (input) => ({ ...readLimits(input), ...readExtraBody(input) }),
	perform: async (run, body) => {
		if (Object.keys(body).length === 0)
			throw nodeFailure(run, 'No limit is given', 'Add a daily or a monthly limit, or remove one.');
		const answer = await apiRequest(run, { endpoint: 'setLimits', body });
		return itemsFrom(run.itemIndex, dataOf(recordIn(answer.body, 'limits')));
	},
});
