import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { isParameter, parameters } from '../../../contract/parameters';
import {
	kinds,
	type ModelEntry,
	type ModelKind,
	type Tool,
	type ToolName,
} from '../../../contract/catalog';
import {
	checkValues,
	coerceValues,
	saidTwice,
	type Values,
} from '../../../contract/catalog/request';
import { inWords, rulesOf, showValue } from '../../../contract/catalog/rules';
import {
	readWholeRunOptions,
	readLedgerOptions,
	type RecordingOptions,
} from '../editor/fields/runOptions';
import { modelOfId, readModel } from '../editor/fields/model';
import { readAnswerPaths, readOutputOptions } from '../editor/fields/outputOptions';
import { emptyPrompt, readPrompt } from '../editor/fields/prompt';
import { optionLabels } from '../failures/labels';
import { usesParameterForm, readParameters, readShape } from '../editor/fields/parameters';
import { readInlineLimit, readInputFiles } from '../editor/fields/references';
import {
	bodyOf,
	readBodyOptions,
	readSubmitOptions,
	variants,
} from '../editor/fields/submitOptions';
import { readCallbackUrl, readPatience, readWaitFor } from '../editor/fields/waitFor';
import type { Input } from '../editor/input/input';
import { clipLength } from '../files/clipLength';
import { numberedFileName } from '../files/fileName';
import type { Patience } from '../lifecycle/follow';
import type { MediaCall } from '../lifecycle/obtainMedia';
import type { OutputOptions } from '../lifecycle/output';
import { askedFor, estimateFields, highestCost } from '../lifecycle/price';
import type { Run } from '../lifecycle/run';
import { toUrlIfGiven, toUrls } from '../files/reference';
import { redactInSlices } from '../http/redact';
import { callbackProblem } from '../preflight/callback';
import { variantSeed } from './seed';
import { isMissing } from '../n8n/readers';
import { cut } from '../support/bounded';
import { dataOf, textOf } from '../support/data';
import { lazily } from '../support/lazily';

export interface MediaRequest extends MediaCall {
	/** Its name in the journal, so that it is not paid for twice. */
	name: string;
	/** The most that it can cost, in nanos; asks the service once at most. Rejects when the price is unknown. */
	highest: () => Promise<bigint>;
	/** The body with names of files in place of their links, which differ each time. */
	wanted: unknown;
	ledger?: RecordingOptions;
	dryRun: boolean;
	/** `result`, `callback` or `submit`. */
	waitFor: string;
	/** The body field for the Callback URL, if there is one. */
	callback: IDataObject;
	patience: Patience;
	/** The body without secrets. */
	shown: IDataObject;
	inputs: ReadonlySet<string>;
}

/** What an operation that makes media asks for, beside a model of its kind. */
export interface MediaFields {
	kind: ModelKind;
	tool?: ToolName;
	source?: Tool['source'];
	/** What is sent as the prompt, if nobody is asked for one. */
	prompt?: string;
}

/**
 * Reads and checks an item's request.
 * @throws NodeOperationError for wrong values, and for a file that cannot be sent
 */
export async function readMedia(
	run: Run,
	input: Input,
	{ kind, tool, source, prompt }: MediaFields,
): Promise<MediaRequest> {
	const model = readModel(input, kind, tool);
	const set = readParameters(input);
	const own: Values = { prompt: prompt ?? readPrompt(input), ...readInputFiles(input, source) };
	for (const name of Object.keys(own))
		if (!isMissing(set[name]) && JSON.stringify(set[name]) !== JSON.stringify(own[name]))
			input.add(
				`${name} has a field of its own: leave it out of the parameters (given: ${showValue(set[name])})`,
			);
	const given = coerceValues(model, { ...set, ...readShape(input, model, set), ...own });
	input.about = {
		prompt: prompt === undefined ? textOf(given.prompt) : undefined,
		model: model.id,
	};
	const extra = readBodyOptions(input);
	lookAtTexts(input, { ...given, ...extra });
	tellIgnored(input, model, given);
	const options = readOptions(run, input, extra);
	// Extra Body Fields may name another model.
	const seed = variantSeed(run, modelOfId(kind, textOf(extra.model) ?? model.id), given);
	const paths = readAnswerPaths(input);
	const linked = await linkFiles(run, model, { ...given, ...seed }, readInlineLimit(input));
	const values = await checkedValues(run, input, model, {
		given,
		linked,
		isTool: tool !== undefined,
	});
	input.check();
	const body = bodyOf(model, values, extra);
	const priced = askedFor(kind, { model, values }, extra, body);
	// A key in the prompt or in an address is sent, but neither shown nor stored.
	const { secrets, baseUrl } = await run.credential(kinds[kind].endpoint);
	const problem = callbackProblem(baseUrl, textOf(options.callback.callback_url));
	if (problem !== undefined) input.warn(problem);
	const shown = dataOf(await redactInSlices(body, secrets));
	const inputs = new Set(addressesIn(shown));
	const sent = textOf(body.model) ?? model.id;
	const wanted = { ...values, ...linked.named, ...(seed && { seed: given.seed }) };
	return {
		...options,
		inputs,
		hints: { exclude: inputs, paths },
		model: sent === model.id ? model : modelOfId(kind, sent),
		highest: lazily(async () => await highestCost(run, kind, priced, body, options.timeout)),
		body,
		shown,
		wanted: bodyOf(model, wanted, extra),
		name: run.nameOf([kind, model.id, given, extra]),
		asked: {
			...(prompt === undefined && { prompt: shownText(run, shown.prompt) }),
			...(linked.understood.length > 0 && {
				reference: shownText(run, await redactInSlices(linked.understood.join('\n'), secrets)),
			}),
			...(priced && estimateFields(priced)),
		},
	};
}

/** Looks at the texts that are to be sent, for what an expression or a sheet has left in them. */
function lookAtTexts(input: Input, given: Values): void {
	const form = dataOf(dataOf(input.saved('parameters')).value);
	for (const [name, text] of Object.entries(given)) {
		if (typeof text !== 'string' || !isParameter(name) || parameters[name].type !== 'text')
			continue;
		const saved = input.saved(name) ?? form[name] ?? input.saved('parametersJson');
		input.lookAt(name === 'prompt' ? 'The prompt' : parameters[name].label, { text, saved });
	}
}

/** Says what the chosen model ignores of what it is given; the prompt it must be given all the same. */
function tellIgnored(input: Input, { id, ignores = [] }: ModelEntry, given: Values): void {
	for (const name of ignores)
		if (name !== 'prompt' && !isMissing(given[name]))
			input.warn(`${parameters[name].label} (${name}) has no effect: ${id} ignores it.`);
}

function readOptions(run: Run, input: Input, extra: IDataObject) {
	const submitting = readSubmitOptions(input);
	// Only checked: the first item's values count for the run.
	readWholeRunOptions(input, run.isTool);
	if (!run.isTool) input.option(variants);
	const bodies = [extra, dataOf(extra.additional_settings)];
	if (run.variant && bodies.some((fields) => Object.hasOwn(fields, 'seed')))
		input.add(
			`seed in ${optionLabels.extraBody} would make all variants alike: set it among the parameters of the model instead`,
		);
	return {
		...submitting,
		waitFor: readWaitFor(input),
		callback: readCallbackUrl(input),
		patience: readPatience(input),
		output: {
			...numberedBy(run, readOutputOptions(input, run.isTool)),
			idleMs: submitting.timeout,
		},
		ledger: readLedgerOptions(input),
	};
}

/** The checked values; without a duration, with that of the clip that the result follows. */
async function checkedValues(
	run: Run,
	input: Input,
	model: ModelEntry,
	{ given, linked, isTool }: { given: Values; linked: LinkedFiles; isTool: boolean },
): Promise<Values> {
	const check = (more: Values): Values => {
		const typed = { ...given, ...more };
		const { values, problems } = checkValues(model, { ...linked.values, ...more }, { typed });
		for (const problem of [
			...problems,
			...(usesParameterForm(input) ? saidTwice(model, values) : []),
		])
			input.add(
				problem.param === 'prompt' && problem.rule === 'required'
					? emptyPrompt(input)
					: inWords(problem),
			);
		return values;
	};
	const values = check({});
	const { followed } = linked;
	if (followed === undefined || !isMissing(given.seconds)) return values;
	// Nobody is asked for a file while something is wrong.
	input.check();
	const seconds = await clipLength(run, followed);
	if (isTool && seconds === undefined)
		input.add(
			'Duration (seconds) is required: how long the video is could not be read from it (given: nothing)',
		);
	return seconds === undefined ? values : check({ seconds });
}

/** Adds the number of a variant to a file name of the user. */
const numberedBy = ({ variant }: Run, output: OutputOptions): OutputOptions =>
	variant && output.fileName
		? { ...output, fileName: numberedFileName(output.fileName, variant.variant) }
		: output;

/** A text for items and pauses, cut to a part of the item's share. */
const shownText = (run: Run, given: unknown) => {
	const text = textOf(given);
	return text && cut(text, Math.floor(run.share / 8));
};

/** The addresses in a request, which many answers repeat: they are no results. */
function addressesIn(value: unknown): string[] {
	if (typeof value === 'string') return /^(https?:|data:|\/)/i.test(value) ? [value] : [];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(addressesIn);
}

interface LinkedFiles {
	values: Values;
	named: Values;
	understood: string[];
	/** The file or URL that the result is as long as, which is what is billed, if the model follows one. */
	followed?: IBinaryData | string;
}

/** Replaces the names of binary fields by links, or small files by data URIs. */
async function linkFiles(
	run: Run,
	model: ModelEntry,
	values: Values,
	inline: number,
): Promise<LinkedFiles> {
	const links = { ...values };
	const named: Values = {};
	const understood: string[] = [];
	let followed: LinkedFiles['followed'];
	for (const { name, label, type, file: kind = 'image' } of rulesOf(model)) {
		const value = values[name];
		const reference = { param: `${label} (${name})`, kind, inline };
		if (type === 'urls' && Array.isArray(value)) {
			const linked = await toUrls(run, value, reference);
			links[name] = linked.map(({ url }) => url);
			understood.push(...linked.flatMap((one) => one.understood ?? []));
		} else if (type === 'url') {
			const linked = await toUrlIfGiven(run, value, reference);
			links[name] = linked.url;
			if (linked.understood !== undefined) understood.push(linked.understood);
			if (name === model.follows) followed = linked.file ?? textOf(linked.url);
		} else continue;
		if (Object.hasOwn(values, name)) named[name] = value;
	}
	return { values: links, named, understood, followed };
}
