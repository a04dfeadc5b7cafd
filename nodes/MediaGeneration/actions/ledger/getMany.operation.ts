import { optionLabels } from '../../failures/labels';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { nanosToNumber } from '../../../../contract/money';
import { defineOperation } from '../../run/operation';
import { ledgerKey, ledgerTag, tableField } from '../../editor/fields/ledgerOptions';
import { listFields, readLimit } from '../../editor/fields/list';
import { moment } from '../../editor/fields/moment';
import { simplifyFields, readSimplify } from '../../editor/fields/simplify';
import { choiceField, field, type Field } from '../../editor/input/field';
import type { Input } from '../../editor/input/input';
import { identifier, isMissing, listOf, oneOf, type Reader } from '../../n8n/readers';
import { isSettled, mostPaid, sumOf } from '../../lifecycle/attempt';
import { readLedger } from '../../lifecycle/ledger/ledger';
import { stateOf, states, type LedgerAttempt, type LedgerState } from '../../lifecycle/ledger/rows';
import { settle } from '../../lifecycle/ledger/upkeep';
import type { Run } from '../../lifecycle/run';
import { dataOf } from '../../support/data';
import { itemsFrom } from '../../support/items';
const table = tableField({
	displayName: 'Ledger',
	name: 'ledgerTable',
	description: `Name of the Data Table, as set in Options > ${optionLabels.ledger} of the nodes that make images and videos`,
});

const show = choiceField({
	displayName: 'Show',
	name: 'ledgerShow',
	type: 'options',
	options: [
		{ name: 'Requests', value: 'jobs', description: 'An item for each request, newest first' },
		{
			name: 'Totals',
			value: 'totals',
			description:
				'How many requests there are and what they cost, together or by day, model or tag',
		},
	],
	default: 'jobs',
});

const groupBy = choiceField({
	displayName: 'Group By',
	name: 'ledgerGroupBy',
	type: 'options',
	options: [
		{ name: 'Nothing (One Item for All)', value: 'nothing' },
		{
			name: 'Day',
			value: 'day',
			description: 'An item for each day on which requests began, in the time zone of the workflow',
		},
		{ name: 'Model', value: 'model', description: 'An item for each model' },
		{
			name: 'Tag',
			value: 'tag',
			description: `An item for each value of Options > ${optionLabels.ledgerTag}; requests without a tag come together`,
		},
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

const listed = listOf(oneOf(states));

/** Some states; an entry that an expression leaves empty is wrong, as no state at all stands for all of them. */
const someStates: Reader<string[]> = {
	rule: listed.rule,
	read: (given) => {
		const found = listed.read(given);
		const lacksOne = Array.isArray(given) ? given.some(isMissing) : found?.value.length === 0;
		return lacksOne ? undefined : found;
	},
};

const state = field(
	{
		displayName: 'State',
		name: 'state',
		type: 'multiOptions',
		options: [...states]
			.sort((a, b) => LABELS[a].localeCompare(LABELS[b]))
			.map((value) => ({ name: LABELS[value], value })),
		default: [],
		description: 'Only requests in these states. When empty, all except those that were not sent.',
	},
	someStates,
);

const model = field(
	{
		displayName: 'Model',
		name: 'model',
		type: 'string',
		default: '',
		placeholder: 'e.g. model-dev',
		description: 'Only requests with this model ID',
	},
	identifier,
);

const key = field(
	{
		displayName: 'Key',
		name: 'key',
		type: 'string',
		default: '',
		placeholder: 'e.g. order-1001',
		description: `Only requests with this value of Options > ${optionLabels.payOnceFor}`,
	},
	ledgerKey,
);

const tag = field(
	{
		displayName: 'Tag',
		name: 'tag',
		type: 'string',
		default: '',
		placeholder: 'e.g. Acme',
		description: `Only requests with this value of Options > ${optionLabels.ledgerTag}`,
	},
	ledgerTag,
);

const since: INodeProperties = {
	displayName: 'Since',
	name: 'since',
	type: 'dateTime',
	default: '',
	description: 'Only requests that began at this time or later',
};

const until: INodeProperties = {
	displayName: 'Until',
	name: 'until',
	type: 'dateTime',
	default: '',
	description: 'Only requests that began before this time',
};

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [key.property, model.property, since, state.property, tag.property, until],
};

type Filter = (attempt: LedgerAttempt) => boolean;

/** @param zone the workflow's time zone */
function readFilters(input: Input, zone: string): Filter[] {
	const given = input.readCollection('filters', 'Filters');
	const saved = dataOf(input.saved('filters'));
	const read = <T>({ property: { name, displayName }, reader }: Field<T>) => {
		// One that was added and left alone is none; one whose expression finds nothing must not list everybody's.
		if (!Object.hasOwn(given, name) || saved[name] === '') return undefined;
		if (isMissing(given[name])) input.wrong(displayName, reader.rule, given[name]);
		return input.read(displayName, reader, given[name]);
	};
	const [from, to] = [since, until].map((property) => read(field(property, moment(zone))));
	const wanted = {
		state: read(state) ?? [],
		model: read(model),
		key: read(key),
		tag: read(tag),
		since: from,
		until: to,
	};
	return [
		(attempt) =>
			wanted.state.length > 0
				? wanted.state.includes(stateOf(attempt))
				: stateOf(attempt) !== 'not_sent',
		({ row }) => wanted.model === undefined || row.model === wanted.model,
		({ row }) => wanted.key === undefined || row.key === wanted.key,
		({ row }) => wanted.tag === undefined || row.tag === wanted.tag,
		({ startedAt }) => wanted.since === undefined || Date.parse(startedAt) >= wanted.since,
		({ startedAt }) => wanted.until === undefined || Date.parse(startedAt) < wanted.until,
	];
}

/** An attempt as an item: what Get Job takes comes first. */
function shown(found: LedgerAttempt): IDataObject {
	const { startedAt, row } = found;
	const { job_id, attempt, ...others } = row;
	return {
		job_id,
		...others,
		state: stateOf(found),
		started_at: startedAt,
		expires_at: undefined,
		attempt,
	};
}

/** What attempts are grouped by; each gives a name that sorts as people expect. */
function groupOf(by: string, zone: string): ((attempt: LedgerAttempt) => string) | undefined {
	if (by === 'day') {
		// Its form of a date is that of ISO.
		const days = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
		return ({ startedAt }) => days.format(new Date(startedAt));
	}
	if (by === 'model') return ({ row }) => row.model ?? '';
	return by === 'tag' ? ({ row }) => row.tag ?? '' : undefined;
}

/** The totals of all, or of each group, sorted by its name; what has no tag is the group of an empty one. */
function totalsBy(by: string, zone: string, attempts: readonly LedgerAttempt[]): IDataObject[] {
	const nameOf = groupOf(by, zone);
	if (!nameOf) return [totals(attempts)];
	const groups = new Map<string, LedgerAttempt[]>();
	for (const attempt of attempts) {
		const name = nameOf(attempt);
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
	const charged = sumOf(all.filter(isSettled));
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

/** All attempts of a ledger, those asked about again that nobody waits for. */
async function upToDate(run: Run, name: string): Promise<LedgerAttempt[]> {
	const { table, attempts } = await readLedger(run, name);
	const settled = await settle(run, table, attempts);
	return settled ? (await readLedger(run, name)).attempts : attempts;
}

/** What people look for. */
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

/** Ledger > Get Many: what the nodes with this ledger have sent, and what became of it. */
export const getMany = defineOperation({
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many ledger entries',
	description: 'List what was made, what it cost and what is still open',
	forAgents:
		'Lists the images and videos that were asked for, newest first: job_id, state (completed, accepted: still open, may_be_paid: unclear, failed), key, model, cost in US dollars and URL. Costs nothing.',
	fields: [
		table.property,
		show.property,
		groupBy.property,
		...listFields,
		...simplifyFields,
		filters,
	],
	read: (input, { context, isTool }) => {
		const name = input.parameter(table);
		if (name === undefined) input.required(table.property.displayName);
		return {
			name: name ?? '',
			way: input.parameter(show),
			by: input.parameter(groupBy) ?? 'nothing',
			limit: readLimit(input),
			conditions: readFilters(input, context.getTimezone()),
			simplified: readSimplify(input, isTool, ESSENTIAL),
		};
	},
	perform: async (run, { name, way, by, limit, conditions, simplified }) => {
		const found = (await upToDate(run, name)).filter((attempt) =>
			conditions.every((holds) => holds(attempt)),
		);
		if (way === 'totals')
			return itemsFrom(run.itemIndex, ...totalsBy(by, run.context.getTimezone(), found));
		const newest = found.reverse().slice(0, limit);
		return itemsFrom(run.itemIndex, ...newest.map((attempt) => simplified(shown(attempt))));
	},
});
