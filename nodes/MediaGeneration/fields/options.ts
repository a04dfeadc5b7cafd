import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { OutputOptions } from '../jobs/output';
import type { Patience } from '../jobs/poll';
import { isTool, notAsTool } from '../support/tool';
import { inputFailure } from '../transport/errors';
import { readJsonObject } from './json';

/** The Options of every operation that gives pictures or videos. */
export const outputOptions: INodeProperties[] = [
	{
		displayName: 'Download File',
		name: 'download',
		type: 'boolean',
		default: true,
		displayOptions: notAsTool,
		description: 'Whether to put the finished file into the item, for the next nodes to use. Its URL is in the item either way.',
	},
	{
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: '',
		placeholder: 'e.g. sunrise',
		displayOptions: notAsTool,
		description: 'Name of the downloaded file, without an extension. The model and the job ID when empty.',
	},
	{
		displayName: 'Include Raw Answer',
		name: 'raw',
		type: 'boolean',
		default: false,
		description: 'Whether to add the API\'s own answer to the item, as raw',
	},
	{
		displayName: 'Largest File (MiB)',
		name: 'maxFileSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1024,
		displayOptions: notAsTool,
		description: 'Files larger than this are not downloaded, and the item fails with the job\'s ID',
	},
	{
		displayName: 'Put File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		displayOptions: notAsTool,
		description: 'Name of the binary field that gets the file',
	},
];

/** Further Options of the operations that make something. */
export const submitOptions: INodeProperties[] = [
	{
		displayName: 'Enable Fallback',
		name: 'enable_fallback',
		type: 'boolean',
		default: true,
		description: 'Whether the service may use another model when this one fails',
	},
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: false,
		description: 'Whether to send nothing, and give the exact request and its price instead',
	},
	{
		displayName: 'Request Timeout (Seconds)',
		name: 'requestTimeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 300,
		description: 'How long to wait for the answer to a request. One that gets none may have been accepted, and paid for, all the same.',
	},
	{
		displayName: 'Retry Ambiguous Failures (May Pay Twice)',
		name: 'retryAmbiguous',
		type: 'boolean',
		default: false,
		description: 'Whether to send a request again after a failure that leaves open whether it was accepted, such as a time-out. You may pay twice.',
	},
	{
		displayName: 'Extra Body Fields (JSON)',
		name: 'extraBody',
		type: 'json',
		default: '{}',
		description: 'Added to the request as it is, unchecked, over everything else: for what this node does not know',
	},
];

/** Further Options that count for all items together; the first item's are used. */
export const batchOptions: INodeProperties[] = [
	{
		displayName: 'Check Balance First',
		name: 'checkBalance',
		type: 'boolean',
		default: false,
		description: 'Whether to send nothing when the available balance does not cover the highest price of all items. The API key needs the scope billing:read.',
	},
	{
		displayName: 'Items at Once',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100 },
		default: 5,
		displayOptions: notAsTool,
		description: 'How many items are worked on at a time',
	},
	{
		displayName: 'Maximum Cost (USD)',
		name: 'maxCost',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 9 },
		default: 1,
		displayOptions: notAsTool,
		description: 'Nothing is sent when the highest price of all items of this run together is more than this many US dollars. No limit unless this option is added; the first item\'s value counts. In a loop every round has it anew.',
	},
];

/** Further Options of the operations that may have to wait for a job. */
export const waitOptions: INodeProperties[] = [
	{
		displayName: 'Check Every (Seconds)',
		name: 'pollInterval',
		type: 'number',
		typeOptions: { minValue: 0.1, numberPrecision: 1 },
		default: 3,
		description: 'How often to ask whether the job is done. When this is not set, the node looks first when the model should be done, then every 2 to 5 seconds.',
	},
	{
		displayName: 'Give Up After (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 600,
		description: 'How long to wait for the job. It goes on when this node gives up, and is named, for Get Job to pick it up. When this is not set, a workflow that pauses waits for an hour.',
	},
];

/**
 * How patiently an item waits for its job.
 * @param etaSeconds when the job should be done
 */
export function readPatience(context: IExecuteFunctions, itemIndex: number, etaSeconds: number): Partial<Patience> {
	const { pollInterval, timeout } = context.getNodeParameter('options', itemIndex, {}) as { pollInterval?: number; timeout?: number };
	const interval = pollInterval ? { firstLook: pollInterval, shortest: pollInterval, longest: pollInterval } : { firstLook: etaSeconds };
	return timeout ? { ...interval, timeout } : interval;
}

/** An Options collection, its entries in alphabetical order. */
export function optionsField(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...options].sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}

/** The output part of an Options value; sizes in MiB. */
export type GivenOutputOptions = Partial<Omit<OutputOptions, 'maxBytes'>> & { maxFileSize?: number };

/** What an item's Options say of the output; downloads into `data` unless they say otherwise. A tool gives URLs only. */
export function readOutputOptions(context: IExecuteFunctions, itemIndex: number): OutputOptions {
	const options = outputOptionsFrom(context.getNodeParameter('options', itemIndex, {}) as GivenOutputOptions);
	return isTool(context) ? { ...options, download: false } : options;
}

/** The same from an Options value itself. */
export function outputOptionsFrom(options: GivenOutputOptions): OutputOptions {
	return {
		download: options.download ?? true,
		binaryPropertyName: options.binaryPropertyName?.trim() || 'data',
		fileName: options.fileName?.trim() || undefined,
		raw: options.raw ?? false,
		maxBytes: (options.maxFileSize ?? 1024) * 1024 * 1024,
	};
}

/**
 * How long an item's request waits for its answer, in milliseconds; as long as n8n waits when it is not set.
 * @throws NodeOperationError when it is no time
 */
export function readRequestTimeout(context: IExecuteFunctions, itemIndex: number): number | undefined {
	const { requestTimeout } = context.getNodeParameter('options', itemIndex, {}) as { requestTimeout?: unknown };
	if (requestTimeout === undefined) return undefined;
	const seconds = Number(requestTimeout);
	if (seconds > 0 && seconds <= 86_400) return seconds * 1000;
	throw inputFailure(context.getNode(), `Request Timeout must be a number of seconds from 1 to 86,400 (given: ${String(requestTimeout)})`, itemIndex, 'Nothing was sent.');
}

/**
 * Body fields that an item's Options add.
 * @throws NodeOperationError when Extra Body Fields is not a JSON object
 */
export function readBodyOptions(context: IExecuteFunctions, itemIndex: number): Record<string, unknown> {
	const options = context.getNodeParameter('options', itemIndex, {}) as { enable_fallback?: boolean; extraBody?: unknown };
	const fallback = options.enable_fallback === false ? { enable_fallback: false } : {};
	return { ...fallback, ...readJsonObject(context, 'Extra Body Fields (JSON)', options.extraBody, itemIndex) };
}
