import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { nanosToNumber } from '../../../../contract/money';
import { beginningOf, dateTimeIn } from '../../editor/fields/dateTime';
import { listFields, readLimit, simplifier, outputChoiceFields } from '../../editor/fields/list';
import { choiceField, collectionField, field } from '../../editor/input/field';
import { ledgerKeyReader, ledgerTagReader, tableField } from '../../editor/fields/runOptions';
import type { Input } from '../../editor/input/input';
import { optionLabels } from '../../failures/labels';
import { isCostFinal, mostPaid, sumOf } from '../../lifecycle/attempt';
import { readWholeLedger } from '../../lifecycle/ledger/ledger';
import { stateOf, states, type LedgerAttempt, type LedgerState } from '../../lifecycle/ledger/rows';
import { identifier, listOf, oneOf, type Reader } from '../../n8n/readers';
import { defineOperation } from '../../run/operation';
import { dataOf, textOf } from '../../support/data';
import { itemsFrom } from '../../run/items';

const { payOnceFor, ledgerTag: tagLabel } = optionLabels;

const table = tableField({
	displayName: 'Ledger',
	name: 'ledgerTable',
	description: `Name of the Data Table, as set in Options > ${optionLabels.ledger} of the nodes that make images and videos. It has only what they made; all that was paid for is in Billing > Get Transactions.`,
});

const showField = choiceField({
	displayName: 'Show',
	name: 'ledgerShow',
	options: [
		{ name: 'Requests', value: 'jobs', description: 'An item for each request, newest first' },
		{
			name: 'Totals',
			value: 'totals',
			description:
				'How many requests there are and what they cost, together or by day, model, tag or workflow; always of all requests',
		},
	],
	default: 'jobs',
});

const groupByField = choiceField({
	displayName: 'Group By',
	name: 'ledgerGroupBy',
	options: [
		{ name: 'Nothing (One Item for All)', value: 'nothing' },
		{
			name: 'Day',
			value: 'day',
			description: 'On which requests began, in the time zone of the workflow',
		},
		{ name: 'Model', value: 'model' },
		{
			name: 'Tag',
			value: 'tag',
			description: `Options > ${tagLabel}; requests without one are a group too`,
		},
		{ name: 'Workflow', value: 'workflow' },
	],
	default: 'nothing',
	displayOptions: { show: { ledgerShow: ['totals'] } },
});

const LABELS: Record<LedgerState, string> = {
	accepted: 'Accepted (Still Open)',
	completed: 'Completed',
	failed: 'Failed',
	may_be_paid: 'Unclear (May Be Paid For)',
	not_sent: 'Not Sent',
	sending: 'Sending',
};

const stateList = listOf(oneOf(states));

/** An empty text is wrong, as no states would mean all of them. */
const someStates: Reader<string[]> = {
	rule: stateList.rule,
	read: (given) => {
		const found = stateList.read(given);
		return Array.isArray(given) || found?.value.length ? found : undefined;
	},
};

const state = field(
	{
		displayName: 'State',
		name: 'state',
		type: 'multiOptions',
		options: states
			.toSorted((a, b) => LABELS[a].localeCompare(LABELS[b]))
			.map((value) => ({ name: LABELS[value], value })),
		default: [],
		description: 'Only requests in these states. When empty, all except those that were not sent.',
	},
	someStates,
);

const textFilter = (
	name: string,
	displayName: string,
	example: string,
	what: string,
	reader: Reader<string>,
) =>
	field(
		{
			displayName,
			name,
			default: '',
			placeholder: `e.g. ${example}`,
			description: `Only requests with this ${what}`,
		},
		reader,
	);

const textFilters = [
	textFilter('model', 'Model', 'model-dev', 'model ID', identifier),
	textFilter('key', 'Key', 'order-1001', `value of Options > ${payOnceFor}`, ledgerKeyReader),
	textFilter('tag', 'Tag', 'Acme', `value of Options > ${tagLabel}`, ledgerTagReader),
];

const period = field(
	{
		displayName: 'Period',
		name: 'period',
		type: 'options',
		options: [
			{ name: 'This Month', value: 'month' },
			{ name: 'This Week', value: 'week', description: 'Since Monday' },
			{ name: 'Today', value: 'day' },
		],
		default: 'month',
		description: 'Only requests that began in it, in the time zone of the workflow',
	},
	oneOf(['day', 'week', 'month'] as const),
);

const momentFilter = (displayName: 'Since' | 'Until', when: string): INodeProperties => ({
	displayName,
	name: displayName.toLowerCase(),
	type: 'dateTime',
	default: '',
	description: `Only requests that began ${when}`,
});

const since = momentFilter('Since', 'at this time or later');
const until = momentFilter('Until', 'before this time');

const filters = collectionField('Filters', 'filter', [...textFilters, period, since, state, until]);

/** Whether an attempt is one of those that an item asks for. @param zone the workflow's time zone */
function readFilters(input: Input, zone: string): (attempt: LedgerAttempt) => boolean {
	const read = input.entriesOf(filters.name, filters.displayName);
	const wantedStates = read(state) ?? [];
	const wantedTexts = textFilters.flatMap((one) => {
		const wanted = read(one);
		return wanted === undefined ? [] : [[one.property.name, wanted] as const];
	});
	const wantedPeriod = read(period);
	const moment = dateTimeIn(zone);
	const from = Math.max(
		wantedPeriod === undefined ? -Infinity : beginningOf(wantedPeriod, zone),
		read(field(since, moment)) ?? -Infinity,
	);
	const end = read(field(until, moment)) ?? Infinity;
	return (attempt) => {
		const { row, startedAt } = attempt;
		const began = Date.parse(startedAt);
		const is = stateOf(attempt);
		return (
			(wantedStates.length > 0 ? wantedStates.includes(is) : is !== 'not_sent') &&
			wantedTexts.every(([name, wanted]) => dataOf(row)[name] === wanted) &&
			began >= from &&
			began < end
		);
	};
}

/** The totals of all, or of each group by name; attempts without a tag are a group too. */
function totalsBy(by: string, zone: string, attempts: readonly LedgerAttempt[]): IDataObject[] {
	if (by === 'nothing') return [totals(attempts)];
	// sv-SE formats dates as ISO does.
	const days = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
	const groups = new Map<string, LedgerAttempt[]>();
	for (const attempt of attempts) {
		const { startedAt, row } = attempt;
		const name = by === 'day' ? days.format(new Date(startedAt)) : (textOf(dataOf(row)[by]) ?? '');
		const group = groups.get(name);
		if (group) group.push(attempt);
		else groups.set(name, [attempt]);
	}
	return [...groups]
		.sort(([a], [b]) => a.localeCompare(b))
		.map(([name, own]) => ({ [by]: name, ...totals(own) }));
}

function totals(attempts: readonly LedgerAttempt[]): IDataObject {
	const all = attempts.map(({ attempt }) => attempt);
	const charged = sumOf(all.filter(isCostFinal));
	const open = sumOf(all) - charged;
	const counts = Object.fromEntries(
		states
			.map((value) => [value, attempts.filter((attempt) => stateOf(attempt) === value).length])
			.filter(([, count]) => count !== 0),
	);
	return {
		jobs: attempts.length,
		cost_usd: nanosToNumber(charged),
		may_cost_usd: nanosToNumber(open),
		unknown_costs: all.filter((attempt) => mostPaid(attempt) === undefined).length,
		by_state: counts,
		cost_nanos: charged.toString(),
		may_cost_nanos: open.toString(),
	};
}

function itemOf(found: LedgerAttempt): IDataObject {
	const { job_id, attempt, ...others } = found.row;
	return { job_id, ...others, state: stateOf(found), started_at: found.startedAt, attempt };
}

const ESSENTIAL = [
	'job_id',
	'state',
	'key',
	'tag',
	'variant',
	'kind',
	'model',
	'cost_usd',
	'estimated_cost_usd',
	'result_url',
	'reason',
	'started_at',
];

/** Ledger > Get Many: the requests in a ledger and their outcomes. */
export const getManyEntries = defineOperation({
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many ledger entries',
	description: 'List what was made, what it cost and what is still open',
	forAgents:
		'Lists the images and videos that were asked for, newest first: job_id, state (completed, accepted: still open, may_be_paid: unclear, failed), key, model, cost in US dollars and URL. Costs nothing.',
	fields: [table, showField, groupByField, ...listFields, ...outputChoiceFields, filters],
	read: (input, { context, isTool }) => {
		const name = input.parameter(table) ?? '';
		if (name === '') input.required(table.property.displayName);
		return {
			name,
			way: input.parameter(showField),
			by: input.parameter(groupByField) ?? 'nothing',
			limit: readLimit(input),
			isWanted: readFilters(input, context.getTimezone()),
			simplified: simplifier(input, isTool, ESSENTIAL),
		};
	},
	perform: async (run, { name, way, by, limit, isWanted, simplified }) => {
		const found = (await readWholeLedger(run, name)).filter(isWanted);
		if (way === 'totals')
			return itemsFrom(run.itemIndex, ...totalsBy(by, run.context.getTimezone(), found));
		const newest = found.reverse().slice(0, limit);
		return itemsFrom(run.itemIndex, ...newest.map((attempt) => simplified(itemOf(attempt))));
	},
});
