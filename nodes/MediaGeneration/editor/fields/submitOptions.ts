import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ModelEntry } from '../../../../contract/catalog';
import { buildBody, type Values } from '../../../../contract/catalog/request';
import { flagField, jsonField, secondsField, wholeNumberField } from '../input/field';
import type { Input } from '../input/input';
import { isMissing } from '../../n8n/readers';
import { notAsTool } from '../../n8n/tool';
import { dataOf, isData } from '../../support/data';
import { optionLabels } from '../../failures/labels';

const enableFallback = flagField({
	displayName: optionLabels.enable_fallback,
	name: 'enable_fallback',
	type: 'boolean',
	default: true,
	description: 'Whether the service may use another model when this one fails',
});

const dryRun = flagField({
	displayName: optionLabels.dryRun,
	name: 'dryRun',
	type: 'boolean',
	default: true,
	description: 'Whether to return the request and its price without sending anything',
});

const requestTimeout = secondsField({
	displayName: optionLabels.requestTimeout,
	name: 'requestTimeout',
	type: 'number',
	typeOptions: { minValue: 0.1, maxValue: 86_400 },
	default: 300,
	description:
		'How long to wait for the service to answer. A request without an answer may still have been accepted and paid for.',
});

const retryAmbiguous = flagField({
	displayName: optionLabels.retryAmbiguous,
	name: 'retryAmbiguous',
	type: 'boolean',
	default: false,
	description:
		'Whether to send a request again after a failure that leaves it unclear whether the request was accepted, such as a timeout. You may pay twice; the cost limits count every try.',
});

const variants = wholeNumberField({
	displayName: optionLabels.variants,
	name: 'variants',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 10 },
	default: 4,
	displayOptions: notAsTool,
	description:
		'How many times to make each item, as separate requests that are each paid for, with one output item for each. If the model takes a seed, each has its own: the one you set and those that follow, or random ones.',
});

/** How many requests an item is; nothing where it is one, as it always was. */
export const readVariants = (input: Input): number | undefined => input.option(variants);

const extraBody = jsonField({
	displayName: optionLabels.extraBody,
	name: 'extraBody',
	type: 'json',
	default: '{}',
	description:
		'JSON fields to add to the request, for what this node does not offer. They are not checked, and replace fields of the same name.',
});

/** Further Options of the operations that make something. */
export const submitOptions: INodeProperties[] = [
	enableFallback,
	dryRun,
	requestTimeout,
	retryAmbiguous,
	variants,
	extraBody,
].map(({ property }) => property);

/** The one Option of operations that only take further body fields. */
export const extraBodyOptions: INodeProperties[] = [extraBody.property];

/** How a request goes out. */
export interface SubmitOptions {
	dryRun: boolean;
	/** Whether the user would rather pay twice than not at all. */
	payTwice: boolean;
	/** Milliseconds; n8n's own when absent. */
	timeout?: number;
}

/** How an item’s request goes out. */
export function readSubmitOptions(input: Input): SubmitOptions {
	return {
		dryRun: readDryRun(input),
		payTwice: input.option(retryAmbiguous) ?? false,
		timeout: readRequestTimeout(input),
	};
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

/** Body fields that an item's Options add. A model or settings among them must be such, as the price depends on them. */
export function readExtraBody(input: Input): IDataObject {
	const extra = input.option(extraBody) ?? {};
	if (Object.hasOwn(extra, 'model') && (typeof extra.model !== 'string' || isMissing(extra.model)))
		input.wrong(`model in ${optionLabels.extraBody}`, 'the ID of a model, as text', extra.model);
	if (Object.hasOwn(extra, 'additional_settings') && !isData(extra.additional_settings))
		input.wrong(
			`additional_settings in ${optionLabels.extraBody}`,
			'a JSON object',
			extra.additional_settings,
		);
	return extra;
}

/** The body for a model's values, with further fields, which replace those of the same name; of the settings too, name by name. */
export function bodyOf(model: ModelEntry, values: Values, extra: IDataObject): IDataObject {
	const body = dataOf(buildBody(model, values));
	const settings = { ...dataOf(body.additional_settings), ...dataOf(extra.additional_settings) };
	return {
		...body,
		...extra,
		...(Object.hasOwn(extra, 'additional_settings') && { additional_settings: settings }),
	};
}

/** The same, with what the other Options say of the body. */
export function readBodyOptions(input: Input): IDataObject {
	return {
		...(input.option(enableFallback) === false && { enable_fallback: false }),
		...readExtraBody(input),
	};
}
