import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { flagField, jsonField, secondsField } from '../input/field';
import type { Input } from '../input/input';
import { isMissing } from '../input/readers';

const enableFallback = flagField({
	displayName: 'Enable Fallback',
	name: 'enable_fallback',
	type: 'boolean',
	default: true,
	description: 'Whether the service may use another model when this one fails',
});

const dryRun = flagField({
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description: 'Whether to return the exact request and its price without sending anything',
});

const requestTimeout = secondsField({
	displayName: 'Request Timeout (Seconds)',
	name: 'requestTimeout',
	type: 'number',
	typeOptions: { minValue: 0.1, maxValue: 86_400 },
	default: 300,
	description: 'How long to wait for the service to answer. A request without an answer may still have been accepted and paid for.',
});

const retryAmbiguous = flagField({
	displayName: 'Retry Ambiguous Failures (May Pay Twice)',
	name: 'retryAmbiguous',
	type: 'boolean',
	default: false,
	description: 'Whether to send a request again after a failure that leaves open whether it was accepted, such as a timeout. You may pay twice.',
});

const extraBody = jsonField({
	displayName: 'Extra Body Fields (JSON)',
	name: 'extraBody',
	type: 'json',
	default: '{}',
	description: 'Added to the request unchecked, in place of fields of the same name: for what this node does not know',
});

/** Further Options of the operations that make something. */
export const submitOptions: INodeProperties[] = [enableFallback, dryRun, requestTimeout, retryAmbiguous, extraBody].map(({ property }) => property);

/** The one Option of operations that only take further body fields. */
export const extraBodyOptions: INodeProperties[] = [extraBody.property];

/** How a request goes out. */
export interface SubmitOptions {
	dryRun: boolean;
	retryAmbiguous: boolean;
	/** Milliseconds; n8n's own when absent. */
	timeout?: number;
}

export function readSubmitOptions(input: Input): SubmitOptions {
	return { dryRun: readDryRun(input), retryAmbiguous: input.option(retryAmbiguous) ?? false, timeout: readRequestTimeout(input) };
}

/** Whether an item's request is only to be shown. */
export function readDryRun(input: Input): boolean {
	return input.option(dryRun) ?? false;
}

/** How long an item's requests wait for the service, in milliseconds; nothing where Options leave it to n8n. */
export function readRequestTimeout(input: Input): number | undefined {
	const waits = input.option(requestTimeout);
	return waits === undefined ? undefined : waits * 1000;
}

/** Body fields that an item's Options add. A model among them must be one, as the price depends on it. */
export function readExtraBody(input: Input): IDataObject {
	const extra = input.option(extraBody) ?? {};
	if (Object.hasOwn(extra, 'model') && (typeof extra.model !== 'string' || isMissing(extra.model)))
		input.wrong('model in Extra Body Fields (JSON)', 'the ID of a model, as text', extra.model);
	return extra;
}

/** The same, with what the other Options say of the body. */
export function readBodyOptions(input: Input): IDataObject {
	return { ...(input.option(enableFallback) === false && { enable_fallback: false }), ...readExtraBody(input) };
}
