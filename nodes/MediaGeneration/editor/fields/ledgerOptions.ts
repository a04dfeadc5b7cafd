import { optionLabels } from '../../failures/labels';
import type { INodeProperties } from 'n8n-workflow';
import { numberToNanos } from '../../../../contract/money';
import { field, flagField, limitField, wholeNumberField } from '../input/field';
import { inputOf, type Input } from '../input/input';
import { text, type Reader } from '../../n8n/readers';
import type { LedgerOptions } from '../../lifecycle/ledger/ledger';
import { layout } from '../../lifecycle/ledger/rows';
import { dataOf, storable } from '../../support/data';
import { isExpression } from '../../support/expression';
import type { Run } from '../../lifecycle/run';

/** The Data Table that the ledger is kept in, unless another is named. */
const USUAL_TABLE = 'media_generation_jobs';
const LONGEST_NAME = 128;

/** Text that n8n's Data Table node takes as it is, and not for an expression; in the form in which a database gives it back. */
const plainText = (longest: number, form?: 'NFC'): Reader<string> => ({
	rule: `text of up to ${longest} characters that does not begin with =`,
	read: (given) => {
		const trimmed = storable(text.read(given)?.value.trim() ?? '');
		const value = form ? trimmed.normalize(form) : trimmed;
		return value !== '' && value.length <= longest && !isExpression(value) ? { value } : undefined;
	},
});

/** Text by which rows are found again: an accent may be written in two ways, which are one. Checked as it is then, as it may grow. */
const normalized = (longest: number): Reader<string> => plainText(longest, 'NFC');

/** What an expression leaves in a text in place of a value that is not there, or is none to put into a text. */
const NO_VALUE =
	/\[object \w+\]|(^|[^\p{L}\p{N}])(undefined|null|NaN)$|^(undefined|null|NaN)([^\p{L}\p{N}]|$)/u;

/** Text that stands for one thing: with a value missing from it, it would stand for all that lack it. */
function withoutGaps(reader: Reader<string>): Reader<string> {
	return {
		rule: `${reader.rule}, and in which no value is missing`,
		read: (given) => {
			const read = reader.read(given);
			return read && !NO_VALUE.test(read.value) ? read : undefined;
		},
	};
}

/** What is paid for once, as the ledger holds it. */
export const ledgerKey = withoutGaps(normalized(layout.key.most));

/** What requests are filed under, as the ledger holds it. */
export const ledgerTag = normalized(layout.tag.most);

/** The name of a ledger's table. */
export const tableField = (
	property: Pick<INodeProperties, 'displayName' | 'name' | 'description'>,
) =>
	field(
		{ ...property, type: 'string', noDataExpression: true, default: USUAL_TABLE },
		plainText(LONGEST_NAME),
	);

const ledger = tableField({
	displayName: optionLabels.ledger,
	name: 'ledger',
	description:
		'Name of the n8n Data Table that records every request, before and after it is sent: what was made, what it cost and what is still open. It is created if it does not exist. A request can have several rows; the last one counts. Adds a little time to each item.',
});

const prompts = flagField({
	displayName: optionLabels.ledgerPrompts,
	name: 'ledgerPrompts',
	type: 'boolean',
	default: true,
	description:
		'Whether to record the prompts in the ledger too, and what the service says of failures. Anyone who can open the Data Table can read them.',
});

const tag = field(
	{
		displayName: optionLabels.ledgerTag,
		name: 'ledgerTag',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.customer }}',
		description:
			'What to file the request under in the ledger, such as a customer or a campaign. Ledger > Get Many can filter by it and add up the costs of each. Turns the ledger on.',
	},
	ledgerTag,
);

const days = wholeNumberField({
	displayName: optionLabels.ledgerDays,
	name: 'ledgerDays',
	type: 'number',
	noDataExpression: true,
	typeOptions: { minValue: 1, maxValue: 3650 },
	default: 90,
	description: `How long to keep rows of requests that have ended. After that, ${optionLabels.payOnceFor} no longer knows their keys, and pays again. Open jobs are kept.`,
});

/** A key that is empty by mistake must not make every item be paid for. */
const payOnceFor = {
	needed: true,
	...field(
		{
			displayName: optionLabels.payOnceFor,
			name: 'payOnceFor',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.order_id }}',
			builderHint: {
				propertyHint:
					'Where the same thing may be asked for again (webhook, schedule, retry), a key of it, such as its ID. It is made and paid for once.',
			},
			description:
				'A key that says what the result is for, such as an order number. If the ledger already has a job for this key, from any workflow with the same ledger, the node returns that job, marked as reused, and nothing is paid. Turns the ledger on.',
		},
		ledgerKey,
	),
};

const maxPerDay = limitField({
	displayName: optionLabels.maxCostPerDay,
	name: 'maxCostPerDay',
	noDataExpression: true,
	default: '10',
	builderHint: {
		propertyHint: 'The budget of 24 hours, for all workflows and agents with the same ledger.',
	},
	description:
		'Nothing is sent that could bring the cost of the last 24 hours above this, counting all workflows and agents with the same ledger. Turns the ledger on.',
});

/** The Options of the ledger, of every operation that makes media. */
export const ledgerOptions: INodeProperties[] = [
	ledger,
	prompts,
	tag,
	days,
	payOnceFor,
	maxPerDay,
].map(({ property }) => property);

/** What an item's Options say of the ledger. */
export interface ItemLedger extends LedgerOptions {
	/** Whether its prompt is written down. */
	prompts: boolean;
	/** What is to be paid for only once. */
	key?: string;
	/** What it is filed under. */
	tag?: string;
}

/** What an item's Options say of the ledger; nothing where there is to be none. */
export function readLedger(input: Input): ItemLedger | undefined {
	const options = readForAll(input);
	const withPrompts = input.option(prompts) ?? false;
	const key = input.option(payOnceFor);
	const filed = input.option(tag);
	// An item without a tag is one that is filed under none.
	const isTagged = Object.hasOwn(dataOf(input.saved('options')), tag.property.name);
	const isOn =
		isTagged ||
		options.maxPerDay !== undefined ||
		key !== undefined ||
		input.option(ledger) !== undefined;
	return isOn ? { ...options, prompts: withPrompts, key, tag: filed } : undefined;
}

/** The ledger by which the run as a whole has to keep to the day's budget; nothing where there is no such budget. */
export function readDayBudget(input: Input): LedgerOptions | undefined {
	const options = readForAll(input);
	return options.maxPerDay === undefined ? undefined : options;
}

/** What no item has for itself. */
function readForAll(input: Input): LedgerOptions {
	const table = input.option(ledger) ?? USUAL_TABLE;
	const kept = input.option(days) ?? days.property.default;
	const most = input.option(maxPerDay);
	return {
		table,
		days: Number(kept),
		maxPerDay: most === undefined ? undefined : numberToNanos(most),
	};
}

/** The keys of all items, as far as they are some; what is wrong with one is told with its item. */
export function payOnceKeys(run: Run): string[] {
	return run.context.getInputData().flatMap((_, index) => {
		try {
			return inputOf(run.item(index)).option(payOnceFor) ?? [];
		} catch {
			return [];
		}
	});
}
