import type { INodeProperties } from 'n8n-workflow';
import { ledgerKey, ledgerTag } from '../../editor/fields/ledgerOptions';
import { beginningOf, dateTimeIn } from '../../editor/fields/dateTime';
import { choiceField, field } from '../../editor/input/field';
import type { Input } from '../../editor/input/input';
import { optionLabels } from '../../failures/labels';
import { identifier, isMissing, listOf, oneOf, type Reader } from '../../n8n/readers';
import { stateOf, states, type LedgerAttempt, type LedgerState } from '../../lifecycle/ledger/rows';

const LABELS: Record<LedgerState, string> = {
	accepted: 'Accepted (Still Open)',
	completed: 'Completed',
	failed: 'Failed',
	may_be_paid: 'Unclear (May Be Paid For)',
	not_sent: 'Not Sent',
	sending: 'Sending',
};

const stateList = listOf(oneOf(states));

/** Some states. An empty entry is wrong, as no states would mean all of them. */
const someStates: Reader<string[]> = {
	rule: stateList.rule,
	read: (given) => {
		const found = stateList.read(given);
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

const period = choiceField({
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
});

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

/** Which requests to list. */
export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		key.property,
		model.property,
		period.property,
		since,
		state.property,
		tag.property,
		until,
	],
};

type Filter = (attempt: LedgerAttempt) => boolean;

/**
 * The filters of an item.
 * @param zone the workflow's time zone
 */
export function readFilters(input: Input, zone: string): Filter[] {
	const read = input.entriesOf(filters.name, filters.displayName);
	const [from, to] = [since, until].map((property) => read(field(property, dateTimeIn(zone))));
	const chosenPeriod = read(period);
	const periodBegan = chosenPeriod === undefined ? undefined : beginningOf(chosenPeriod, zone);
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
		({ startedAt }) => periodBegan === undefined || Date.parse(startedAt) >= periodBegan,
		({ startedAt }) => wanted.since === undefined || Date.parse(startedAt) >= wanted.since,
		({ startedAt }) => wanted.until === undefined || Date.parse(startedAt) < wanted.until,
	];
}
