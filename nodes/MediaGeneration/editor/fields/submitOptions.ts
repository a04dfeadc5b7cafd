import type { IDataObject } from 'n8n-workflow';
import type { ModelEntry } from '../../../../contract/catalog';
import { buildBody, type Values } from '../../../../contract/catalog/request';
import { flagField, jsonField, optionName, secondsField, wholeNumberField } from '../input/field';
import type { Input } from '../input/input';
import { isMissing } from '../../n8n/readers';
import { shownInNodeOnly } from '../../n8n/tool';
import { dataOf, isData } from '../../support/data';
import { optionLabels } from '../../failures/labels';

const enableFallback = flagField({
	...optionName('enable_fallback'),
	default: true,
	description: 'Whether the service may use another model when this one fails',
});

/** Whether an item's request is only to be shown. */
export const dryRun = flagField({
	...optionName('dryRun'),
	default: true,
	description: 'Whether to return the request and its price without sending anything',
});

const requestTimeout = secondsField({
	...optionName('requestTimeout'),
	typeOptions: { minValue: 0.1, maxValue: 86_400 },
	default: 300,
	description:
		'How long to wait for the service to answer. A request without an answer may still have been accepted and paid for.',
});

const retryAmbiguous = flagField({
	...optionName('retryAmbiguous'),
	default: false,
	description:
		'Whether to send a request again after a failure, such as a timeout, that leaves it unclear whether it was accepted. You may pay twice; the cost limits count every try.',
});

export const variants = wholeNumberField({
	...optionName('variants'),
	typeOptions: { minValue: 1, maxValue: 10 },
	default: 4,
	displayOptions: shownInNodeOnly,
	description:
		'How many times to make and pay for each item, with an output item for each. If the model takes a seed, each has its own: the one you set and those that follow, or random ones.',
});

export const extraBody = jsonField({
	...optionName('extraBody'),
	description:
		'JSON fields to add to the request unchecked, for what this node does not offer. They replace fields of the same name.',
});

export const submitOptions = [
	enableFallback,
	dryRun,
	requestTimeout,
	retryAmbiguous,
	variants,
	extraBody,
];

export interface SubmitOptions {
	dryRun: boolean;
	/** Whether an unclear failure is retried, which may pay twice. */
	payTwice: boolean;
	/** Milliseconds; n8n's own when absent. */
	timeout?: number;
}

/** Reads the Options for sending a request. */
export function readSubmitOptions(input: Input): SubmitOptions {
	return {
		dryRun: input.option(dryRun) ?? false,
		payTwice: input.option(retryAmbiguous) ?? false,
		timeout: readRequestTimeout(input),
	};
}

/** The timeout of an item's requests, in milliseconds, if the Option is set. */
export function readRequestTimeout(input: Input): number | undefined {
	const waits = input.option(requestTimeout);
	return waits === undefined ? undefined : waits * 1000;
}

/** The extra body fields. `model` and `additional_settings` are checked, as the price depends on them. */
export function readExtraBody(input: Input): IDataObject {
	const extra = input.option(extraBody) ?? {};
	const { model, additional_settings: settings } = extra;
	if (Object.hasOwn(extra, 'model') && (typeof model !== 'string' || isMissing(model)))
		input.wrong(`model in ${optionLabels.extraBody}`, 'the ID of a model, as text', model);
	if (Object.hasOwn(extra, 'additional_settings') && !isData(settings))
		input.wrong(`additional_settings in ${optionLabels.extraBody}`, 'a JSON object', settings);
	return extra;
}

/** The request body for a model's values. Extra fields replace those of the same name, also within `additional_settings`. */
export function bodyOf(model: ModelEntry, values: Values, extra: IDataObject): IDataObject {
	const body = dataOf(buildBody(model, values));
	const settings = { ...dataOf(body.additional_settings), ...dataOf(extra.additional_settings) };
	return {
		...body,
		...extra,
		...(Object.hasOwn(extra, 'additional_settings') && { additional_settings: settings }),
	};
}

/** The extra body fields, and those of other Options. */
export function readBodyOptions(input: Input): IDataObject {
	return {
		...(input.option(enableFallback) === false && { enable_fallback: false }),
		...readExtraBody(input),
	};
}
