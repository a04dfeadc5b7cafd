import type { INodeProperties } from 'n8n-workflow';
import { numberToNanos } from '../../../../contract/money';
import { field, flagField, costLimitField, optionName, wholeNumberField } from '../input/field';
import type { Input } from '../input/input';
import { optionLabels } from '../../failures/labels';
import type { LedgerOptions } from '../../lifecycle/ledger/ledger';
import { layout } from '../../lifecycle/ledger/rows';
import { type Reader, text, usd } from '../../n8n/readers';
import { shownInNodeOnly, shownAsToolOnly } from '../../n8n/tool';
import { SHEET_ERROR } from '../../preflight/text';
import { dataOf, databaseText } from '../../support/data';
import { isExpression } from '../../n8n/expression';

/** How many items are worked on at a time by default. */
export const DEFAULT_CONCURRENCY = 5;

const checkBalance = flagField({
	...optionName('checkBalance'),
	default: true,
	description:
		'Whether to send nothing if the balance does not cover the highest possible price of all items. The API key needs the scope billing:read.',
});

const concurrency = wholeNumberField({
	...optionName('concurrency'),
	typeOptions: { minValue: 1, maxValue: 100 },
	default: DEFAULT_CONCURRENCY,
	displayOptions: shownInNodeOnly,
	description: 'How many items to process at the same time; each variant of an item counts as one',
});

const maxCost = costLimitField({
	...optionName('maxCost'),
	default: '1',
	builderHint: {
		propertyHint:
			'The budget of one run of this node, for all of its items. In a loop, use maxCostPerDay.',
	},
	displayOptions: shownInNodeOnly,
	description:
		'Nothing is sent if all items of this run together could cost more than this. Of an expression, the value for the first item counts. In a loop, the limit holds for each round by itself.',
});

/** Options of the run as a whole; the first item's count. */
export const wholeRunOptions = [checkBalance, concurrency, maxCost];

/** The maximum cost of a tool's call. No expression is allowed, so that no agent can raise it. */
export const ceiling = field(
	{
		displayName: 'Maximum Cost per Call (USD)',
		name: 'maxCostPerCall',
		type: 'number',
		noDataExpression: true,
		typeOptions: { minValue: 0 },
		default: 1,
		displayOptions: shownAsToolOnly,
		description:
			'Nothing is sent if a call by the agent could cost more than this. Only you can change it, never the agent. It is for each call, not for all calls together.',
	},
	usd,
);

export interface WholeRunOptions {
	atOnce: number;
	maxCost?: number;
	checkBalance: boolean;
	/** The ledger with the day's budget, if there is one. */
	dayLedger?: Required<LedgerOptions>;
	/** The timeout of requests before the first paid one, in milliseconds. */
	timeout?: number;
}

/** Reads the options of a run from its first item. A tool has a ceiling for each call instead. */
export function readWholeRunOptions(input: Input, asTool: boolean): WholeRunOptions {
	return {
		atOnce: (asTool ? undefined : input.option(concurrency)) ?? DEFAULT_CONCURRENCY,
		maxCost: asTool ? input.parameter(ceiling) : input.option(maxCost),
		checkBalance: input.option(checkBalance) ?? false,
	};
}

const USUAL_TABLE = 'media_generation_jobs';
const LONGEST_NAME = 128;
const USUAL_DAYS = 90;

/** Text that n8n's Data Table node stores unchanged, does not evaluate, and finds again: accents are normalized. */
const storedText = (longest: number): Reader<string> => ({
	rule: `text of up to ${longest} characters that does not begin with =`,
	read: (given) => {
		const value = databaseText(text.read(given)?.value.trim() ?? '').normalize();
		return value !== '' && value.length <= longest && !isExpression(value) ? { value } : undefined;
	},
});

/** What an expression leaves in a text in place of a missing value. */
const NO_VALUE =
	/\[object \w+\]|(^|[^\p{L}\p{N}])(undefined|null|NaN)$|^(undefined|null|NaN)([^\p{L}\p{N}]|$)/u;

const NO_CELL = new RegExp(String.raw`(^|[|:_-])${SHEET_ERROR.source}($|[|:_-])`, 'u');

export const ledgerTagReader = storedText(layout.tag.most);

const anyKey = storedText(layout.key.most);

/** Reads the key of Pay Once For. With a missing value in it, it would be the same for many things. */
export const ledgerKeyReader: Reader<string> = {
	rule: `${anyKey.rule}, and in which no value is missing`,
	read: (given) => {
		const read = anyKey.read(given);
		return read && !NO_VALUE.test(read.value) && !NO_CELL.test(read.value) ? read : undefined;
	},
};

/** A field for the name of a ledger's table. */
export const tableField = (
	property: Pick<INodeProperties, 'displayName' | 'name' | 'description'>,
) => field({ ...property, noDataExpression: true, default: USUAL_TABLE }, storedText(LONGEST_NAME));

const ledger = tableField({
	...optionName('ledger'),
	description:
		'Name of the n8n Data Table, made if there is none, that records every request before and after it is sent: what was made, what it cost and what is still open. Of several rows of a request, the last one counts.',
});

const prompts = flagField({
	...optionName('ledgerPrompts'),
	default: true,
	description:
		'Whether to record the prompts too, and what the service says of failures, for anyone who can open the Data Table',
});

const tag = field(
	{
		...optionName('ledgerTag'),
		default: '',
		placeholder: 'e.g. {{ $json.customer }}',
		description:
			'What to file the request under, such as a customer or a campaign: Ledger > Get Many filters by it and adds up its costs. Turns the ledger on.',
	},
	ledgerTagReader,
);

const days = wholeNumberField({
	...optionName('ledgerDays'),
	noDataExpression: true,
	typeOptions: { minValue: 1, maxValue: 3650 },
	default: USUAL_DAYS,
	description: `How long to keep rows of requests that have ended. After that, ${optionLabels.payOnceFor} pays for their keys again. Open jobs are kept.`,
});

/** Needed: with an empty key by mistake, every item would be paid for. */
const payOnceFor = {
	needed: true,
	...field(
		{
			...optionName('payOnceFor'),
			default: '',
			placeholder: 'e.g. {{ $json.order_id }}',
			builderHint: {
				propertyHint:
					'Where the same thing may be asked for again (webhook, schedule, retry), a key of it, such as its ID. It is made and paid for once.',
			},
			description:
				'A key of what the result is for, such as an order number. If any workflow with the same ledger has had a job for it, the node gives that job, marked as reused, and nothing is paid. Turns the ledger on.',
		},
		ledgerKeyReader,
	),
};

const maxPerDay = costLimitField({
	...optionName('maxCostPerDay'),
	noDataExpression: true,
	default: '10',
	builderHint: {
		propertyHint: 'The budget of 24 hours, for all workflows and agents with the same ledger.',
	},
	description:
		'Nothing is sent that could bring the cost of 24 hours above this, in all workflows and agents with the same ledger together. Turns the ledger on.',
});

/** The ledger Options of operations that make media. */
export const ledgerOptions = [ledger, prompts, tag, days, payOnceFor, maxPerDay];

/** What an item sets for the ledger. */
export interface RecordingOptions extends LedgerOptions {
	prompts: boolean;
	key?: string;
	tag?: string;
}

/** Reads an item's ledger options; nothing without a ledger. */
export function readLedgerOptions(input: Input): RecordingOptions | undefined {
	const options = {
		...readRunOptions(input),
		prompts: input.option(prompts) ?? false,
		key: input.option(payOnceFor),
		tag: input.option(tag),
	};
	// A tag that is empty for this item turns the ledger on too.
	const isTagged = Object.hasOwn(dataOf(input.saved('options')), tag.property.name);
	const { maxPerDay: most, key } = options;
	const isOn =
		isTagged || most !== undefined || key !== undefined || input.option(ledger) !== undefined;
	return isOn ? options : undefined;
}

/** The ledger of the day's budget, if there is a budget. */
export function readDayLedger(input: Input): Required<LedgerOptions> | undefined {
	const { maxPerDay: most, ...others } = readRunOptions(input);
	return most === undefined ? undefined : { ...others, maxPerDay: most };
}

/** The options that are the same for all items. */
function readRunOptions(input: Input): LedgerOptions {
	const most = input.option(maxPerDay);
	return {
		table: input.option(ledger) ?? USUAL_TABLE,
		days: input.option(days) ?? USUAL_DAYS,
		maxPerDay: most === undefined ? undefined : numberToNanos(most),
	};
}
