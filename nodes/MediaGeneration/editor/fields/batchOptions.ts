import type { INodeProperties } from 'n8n-workflow';
import { field, flagField, limitField, wholeNumberField } from '../input/field';
import type { Input } from '../input/input';
import { usd } from '../../n8n/readers';
import type { LedgerOptions } from '../../lifecycle/ledger/ledger';
import { notAsTool, onlyAsTool } from '../../n8n/tool';
import { optionLabels } from '../../failures/labels';

const checkBalance = flagField({
	displayName: optionLabels.checkBalance,
	name: 'checkBalance',
	type: 'boolean',
	default: true,
	description:
		'Whether to send nothing if the available balance does not cover the highest possible price of all items. The API key needs the scope billing:read.',
});

const concurrency = wholeNumberField({
	displayName: optionLabels.concurrency,
	name: 'concurrency',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 100 },
	default: 5,
	displayOptions: notAsTool,
	description: 'How many items to process at the same time; each variant of an item counts as one',
});

const maxCost = limitField({
	displayName: optionLabels.maxCost,
	name: 'maxCost',
	default: '1',
	builderHint: {
		propertyHint:
			'The budget of one run of this node, for all of its items. In a loop, use maxCostPerDay.',
	},
	displayOptions: notAsTool,
	description:
		'Nothing is sent if all items of this run together could cost more than this. Without this option there is no limit. If you use an expression, its value for the first item counts. In a loop, the limit applies to each round separately.',
});

/** Further Options that count for all items together; the first item's are used. */
export const batchOptions: INodeProperties[] = [checkBalance, concurrency, maxCost].map(
	({ property }) => property,
);

/** What a tool's call may cost. It is a plain number, so that no agent can raise it. */
const ceiling = field(
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

/** The field of what a tool’s call may cost. */
export const ceilingField: INodeProperties = ceiling.property;

/** What counts for all items of a run. */
export interface BatchOptions {
	/** How many items are worked on at a time. */
	atOnce: number;
	/** US dollars. */
	maxCost?: number;
	checkBalance: boolean;
	/** What is kept a ledger of, and its budget. */
	ledger?: LedgerOptions;
	/** How long to wait for what is asked before, in milliseconds. */
	timeout?: number;
}

/** How many items are worked on at a time, unless the options say otherwise. */
export const DEFAULT_CONCURRENCY = 5;

/** The run's budget and the like, from its first item. A tool has a ceiling for each call, which is a run with one item. */
export function readBatchOptions(input: Input, asTool: boolean): BatchOptions {
	return {
		atOnce: (asTool ? undefined : input.option(concurrency)) ?? DEFAULT_CONCURRENCY,
		maxCost: asTool ? input.parameter(ceiling) : input.option(maxCost),
		checkBalance: input.option(checkBalance) ?? false,
	};
}
