import { field, flagField, limitField, wholeNumberField } from '../input/field';
import type { Input } from '../input/input';
import { usd } from '../../n8n/readers';
import type { LedgerOptions } from '../../lifecycle/ledger/ledger';
import { notAsTool, onlyAsTool } from '../../n8n/tool';
import { option } from './options';

/** How many items are worked on at a time by default. */
export const DEFAULT_CONCURRENCY = 5;

const checkBalance = flagField({
	...option('checkBalance'),
	default: true,
	description:
		'Whether to send nothing if the available balance does not cover the highest possible price of all items. The API key needs the scope billing:read.',
});

const concurrency = wholeNumberField({
	...option('concurrency'),
	typeOptions: { minValue: 1, maxValue: 100 },
	default: DEFAULT_CONCURRENCY,
	displayOptions: notAsTool,
	description: 'How many items to process at the same time; each variant of an item counts as one',
});

const maxCost = limitField({
	...option('maxCost'),
	default: '1',
	builderHint: {
		propertyHint:
			'The budget of one run of this node, for all of its items. In a loop, use maxCostPerDay.',
	},
	displayOptions: notAsTool,
	description:
		'Nothing is sent if all items of this run together could cost more than this. Without this option there is no limit. If you use an expression, its value for the first item counts. In a loop, the limit applies to each round separately.',
});

/** Options of the run as a whole; the first item's count. */
export const batchOptions = [checkBalance, concurrency, maxCost];

/** The maximum cost of a tool's call. No expression is allowed, so that no agent can raise it. */
export const ceiling = field(
	{
		displayName: 'Maximum Cost per Call (USD)',
		name: 'maxCostPerCall',
		type: 'number',
		noDataExpression: true,
		typeOptions: { minValue: 0 },
		default: 1,
		displayOptions: onlyAsTool,
		description:
			'Nothing is sent if a call by the agent could cost more than this; the agent is told the amount. Only you can change it, never the agent. The limit is for each call, not for all calls together.',
	},
	usd,
);

/** What is set for a run as a whole. */
export interface BatchOptions {
	/** How many items are worked on at a time. */
	atOnce: number;
	/** US dollars. */
	maxCost?: number;
	checkBalance: boolean;
	/** The ledger with the day's budget, if there is one. */
	ledger?: LedgerOptions;
	/** The timeout of requests before the first paid one, in milliseconds. */
	timeout?: number;
}

/** Reads the options of a run from its first item. A tool has a ceiling for each call instead. */
export function readBatchOptions(input: Input, asTool: boolean): BatchOptions {
	return {
		atOnce: (asTool ? undefined : input.option(concurrency)) ?? DEFAULT_CONCURRENCY,
		maxCost: asTool ? input.parameter(ceiling) : input.option(maxCost),
		checkBalance: input.option(checkBalance) ?? false,
	};
}
