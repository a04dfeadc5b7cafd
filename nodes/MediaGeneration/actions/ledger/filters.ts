import type { INodeProperties } from 'n8n-workflow';
import { ledgerKey, ledgerTag } from '../../editor/fields/ledgerOptions';
import { beginningOf, dateTimeIn } from '../../editor/fields/dateTime';
import { collectionField } from '../../editor/fields/options';
import { choiceField, field, type Field } from '../../editor/input/field';
import type { Input } from '../../editor/input/input';
import { optionLabels } from '../../failures/labels';
import { identifier, listOf, oneOf, type Reader } from '../../n8n/readers';
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

/** Some states. An empty one is wrong, as no states would mean all of them. */
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
		options: [...states]
			.sort((a, b) => LABELS[a].localeCompare(LABELS[b]))
			.map((value) => ({ name: LABELS[value], value })),
		default: [],
		description: 'Only requests in these states. When empty, all except those that were not sent.',
	},
	someStates,
);

const textFilter = (
	name: 'Key' | 'Model' | 'Tag',
	example: string,
	what: string,
	reader: Reader<string>,
) =>
	field(
		{
			displayName: name,
			name: name.toLowerCase(),
			default: '',
			placeholder: `e.g. ${example}`,
			description: `Only requests with this ${what}`,
		},
		reader,
	);

const { payOnceFor, ledgerTag: tagLabel } = optionLabels;
const model = textFilter('Model', 'model-dev', 'model ID', identifier);
const key = textFilter('Key', 'order-1001', `value of Options > ${payOnceFor}`, ledgerKey);
const tag = textFilter('Tag', 'Acme', `value of Options > ${tagLabel}`, ledgerTag);

const period = choiceField({
	displayName: 'Period',
	name: 'period',
	options: [
		{ name: 'This Month', value: 'month' },
		{ name: 'This Week', value: 'week', description: 'Since Monday' },
		{ name: 'Today', value: 'day' },
	],
	default: 'month',
	description: 'Only requests that began in it, in the time zone of the workflow',
});

const momentFilter = (displayName: 'Since' | 'Until', when: string): INodeProperties => ({
	displayName,
	name: displayName.toLowerCase(),
	type: 'dateTime',
	default: '',
	description: `Only requests that began ${when}`,
});

const since = momentFilter('Since', 'at this time or later');
const until = momentFilter('Until', 'before this time');

/** Which requests to list. */
export const filters = collectionField('Filters', 'filter', [
	key,
	model,
	period,
	{ property: since },
	state,
	tag,
	{ property: until },
]);

type Filter = (attempt: LedgerAttempt) => boolean;

/**
 * The filters of an item.
 * @param zone the workflow's time zone
 */
export function readFilters(input: Input, zone: string): Filter[] {
	const read = input.entriesOf(filters.name, filters.displayName);
	const given = <T>(chosen: Field<T>, filterFor: (wanted: T) => Filter): Filter[] => {
		const wanted = read(chosen);
		return wanted === undefined ? [] : [filterFor(wanted)];
	};
	const from =
		(moment: number): Filter =>
		({ startedAt }) =>
			Date.parse(startedAt) >= moment;
	const moment = dateTimeIn(zone);
	const wantedStates = read(state) ?? [];
	return [
		(attempt) =>
			wantedStates.length > 0
				? wantedStates.includes(stateOf(attempt))
				: stateOf(attempt) !== 'not_sent',
		...given(
			model,
			(id) =>
				({ row }) =>
					row.model === id,
		),
		...given(
			key,
			(wanted) =>
				({ row }) =>
					row.key === wanted,
		),
		...given(
			tag,
			(wanted) =>
				({ row }) =>
					row.tag === wanted,
		),
		...given(period, (name) => from(beginningOf(name, zone))),
		...given(field(since, moment), from),
		...given(field(until, moment), (end) => (attempt) => !from(end)(attempt)),
	];
}
