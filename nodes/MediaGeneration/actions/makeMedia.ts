import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { kinds, type ModelEntry, type ModelKind } from '../../../contract/catalog';
import { buildBody, checkValues, coerceValues, type Values } from '../../../contract/catalog/request';
import { inWords, rulesOf, showValue } from '../../../contract/catalog/rules';
import { answersAtOnce, endpoints } from '../../../contract/endpoints';
import type { Callback } from '../run/operation';
import { readBatchOptions } from '../editor/fields/batchOptions';
import { modelEntry, readModel } from '../editor/fields/model';
import { readAnswerPaths } from '../editor/fields/answerPaths';
import { readOutputOptions } from '../editor/fields/outputOptions';
import { readLedger } from '../editor/fields/ledgerOptions';
import { readParameters } from '../editor/fields/parameters';
import { readBodyOptions, readSubmitOptions, withExtra } from '../editor/fields/submitOptions';
import { readPatience } from '../editor/fields/waitOptions';
import { readCallbackUrl, readWaitFor } from '../editor/fields/waitFor';
import { inputOf, type Input } from '../editor/input/input';
import { perRun } from '../n8n/perRun';
import { isMissing } from '../n8n/readers';
import { askedFor, estimateFields, type AskedFields } from '../jobs/cost';
import { keep } from '../jobs/kept';
import { toItems } from '../jobs/output';
import { inputsOf, onEnd, type PendingJob } from '../jobs/pending';
import type { Patience } from '../jobs/poll';
import { filesOf, toUrl } from '../files/reference';
import { inOneCall, nameOfCall } from '../spend/calls';
import { noteKey, recall } from '../spend/memory';
import { noteLostFile, renewed } from '../spend/renewed';
import { noteEnd, submitAndFinish, submitOrTakeUp } from '../spend/submit';
import { cut, shareIn } from '../support/bounded';
import { dataOf, textOf } from '../support/data';
import { withAsked } from '../failures/details';
import { asNodeFailure, nodeFailure, type NodeFailure } from '../failures/failure';
import { optionLabels } from '../failures/labels';
import { isTool } from '../n8n/tool';
import type { JobHints } from '../answers/job/job';
import { bookedOf, costOf, entryOf, unclearFields, type Priced } from './booked';

/** Everything that an item asks for, read and checked; nothing of it is read again. */
interface MediaRequest extends Priced {
	dryRun: boolean;
	/** `result`, `callback` or `submit`. */
	waitFor: string;
	/** The body field for the Callback URL, if there is one. */
	callback: IDataObject;
	patience: Partial<Patience>;
	/** The addresses that it hands in. */
	inputs: ReadonlySet<string>;
}

/** What one operation that makes media adds to the common: its own values of an item. */
export type ReadOwnValues = (input: Input) => Values;

/**
 * Generate or Edit for one item: checks its values, submits the request and gives the finished media, or
 * the accepted job when nothing is to be waited for. What was submitted before, in this execution, is
 * picked up again.
 * @throws NodeOperationError before anything is sent when a value is one that the model refuses
 */
export async function makeMedia(context: IExecuteFunctions, kind: ModelKind, readOwn: ReadOwnValues, itemIndex: number): Promise<INodeExecutionData[]> {
	const request = await requestOf(context, kind, readOwn, itemIndex);
	// Of thousands of items, only those at work need theirs.
	priced(context).delete(itemIndex);
	if (request.dryRun) return [dryRun(withCallback(request, request.callback), itemIndex)];
	const booked = await bookedOf(context, request, itemIndex);
	return await inOneCall(context, request.key, async (key) => await makeRequested(context, kind, { ...booked, key }, itemIndex)).catch((error: unknown) => {
		throw quoting(context, request, error, itemIndex);
	});
}

async function makeRequested(context: IExecuteFunctions, kind: ModelKind, request: MediaRequest, itemIndex: number): Promise<INodeExecutionData[]> {
	const { model, patience, output } = request;
	const made =
		request.waitFor === 'submit'
			? await submitOrTakeUp(context, withCallback(request, request.callback), itemIndex)
			: await submitAndFinish(context, request, patience, itemIndex);
	const look = await renewed(context, request, made, itemIndex);
	const { job } = look;
	const items = await toItems(
		context,
		kind,
		{ ...look, job: { ...job, model: job.model ?? model.id } },
		output,
		itemIndex,
		askedOf(context, request, itemIndex),
	).catch((error: unknown) => {
		noteLostFile(context, request);
		throw error;
	});
	const madeAtOnce = request.waitFor === 'submit' && job.status === 'completed' && !request.entry?.reused;
	if (!madeAtOnce) return items;
	const note = isMissing({ ...request.callback, ...request.body }.callback_url) ? MADE_AT_ONCE : ANSWERED_AT_ONCE;
	return items.map((item) => ({ ...item, json: { ...item.json, note: item.json.note ?? note } }));
}

const MADE_AT_ONCE = 'Without a Callback URL, the service answers only once the result is ready, so the node had to wait for it.';
const ANSWERED_AT_ONCE = 'The service answered with the result at once, so it may not call the Callback URL.';

/** What the item tells of its request, once that was made. */
const askedOf = (context: IExecuteFunctions, { cost, entry }: MediaRequest, itemIndex: number): AskedFields => ({
	...cost,
	...(entry?.reused && { reused: true }),
	...unclearFields(context, itemIndex),
});

/** What failed, with what it asked for and what it may have cost. */
function quoting(context: IExecuteFunctions, { cost }: MediaRequest, error: unknown, itemIndex: number): NodeFailure {
	return withAsked(asNodeFailure(context.getNode(), error, itemIndex), { ...cost, ...unclearFields(context, itemIndex) });
}

/**
 * The same for a workflow that pauses: only submits the item's job, to be delivered to the callback's address.
 * @throws as {@link makeMedia}
 */
export async function submitMedia(
	context: IExecuteFunctions,
	kind: ModelKind,
	readOwn: ReadOwnValues,
	itemIndex: number,
	callback: Callback,
): Promise<PendingJob> {
	const request = await requestOf(context, kind, readOwn, itemIndex);
	const { model, output, dryRun: dry } = request;
	if (dry)
		throw nodeFailure(
			context.getNode(),
			`${optionLabels.dryRun} must be the same for all items when the workflow pauses`,
			'Nothing was sent for this item.',
			itemIndex,
		);
	const { callback_url: other } = request.body;
	if (other !== undefined) {
		throw nodeFailure(
			context.getNode(),
			`callback_url in ${optionLabels.extraBody} would keep callbacks from resuming the workflow (given: ${showValue(other)})`,
			'Nothing was sent for this item. Remove it, or set Wait For to Nothing (Just Submit).',
			itemIndex,
		);
	}
	const needsNone = callback.spare && !answersAtOnce(kinds[kind].endpoint);
	const asked = withCallback(await bookedOf(context, request, itemIndex), needsNone ? {} : { callback_url: callback.url });
	const isNew = recall(context, asked.key) === undefined && !asked.entry?.reused;
	const look = await submitOrTakeUp(context, asked, itemIndex).catch((error: unknown) => {
		throw quoting(context, request, error, itemIndex);
	});
	const { job, accepted } = look;
	const pending: PendingJob = {
		itemIndex,
		kind,
		model: model.id,
		job_id: job.job_id,
		status_url: job.status_url,
		told: dataOf(accepted),
		etaSeconds: model.etaSeconds,
		...(isNew && { acceptedAt: Date.now() }),
		output,
		cost: askedOf(context, asked, itemIndex),
		paths: request.hints.paths,
		inputs: inputsOf(request.inputs),
		...(job.status !== 'processing' && keep(look, shareIn(context))),
	};
	onEnd(pending, (seen) => noteEnd(context, asked, { ...seen, accepted }, itemIndex));
	return pending;
}

/**
 * The most that an item's first try can cost, in nanos; nothing for a dry run, and for what was sent before, in this
 * execution or for the same key.
 * @throws as {@link makeMedia}
 */
export async function priceMedia(context: IExecuteFunctions, kind: ModelKind, readOwn: ReadOwnValues, itemIndex: number): Promise<bigint> {
	const request = await requestOf(context, kind, readOwn, itemIndex);
	if (request.dryRun || recall(context, nameOfCall(context, request.key))) return 0n;
	const entry = await entryOf(context, request, itemIndex);
	return (await entry?.isPaid()) ? 0n : await costOf(context, request, itemIndex);
}

/** The requests that were read to be priced, by run and item. */
const priced = perRun<IExecuteFunctions, Map<number, Promise<MediaRequest>>>(() => new Map());

async function requestOf(context: IExecuteFunctions, kind: ModelKind, readOwn: ReadOwnValues, itemIndex: number): Promise<MediaRequest> {
	const known = priced(context);
	const request = known.get(itemIndex) ?? readRequest(context, kind, readOwn, itemIndex);
	known.set(itemIndex, request);
	return await request;
}

async function readRequest(context: IExecuteFunctions, kind: ModelKind, readOwn: ReadOwnValues, itemIndex: number): Promise<MediaRequest> {
	const input = inputOf(context, itemIndex);
	const model = readModel(input, kind);
	const given = coerceValues(model, { ...readParameters(input), ...readOwn(input) });
	const extra = readBodyOptions(input);
	const submitting = readSubmitOptions(input);
	// The first item's count; a wrong one of another is told all the same.
	readBatchOptions(input, isTool(context));
	const more = {
		...submitting,
		waitFor: readWaitFor(input),
		callback: readCallbackUrl(input),
		patience: readPatience(input),
		output: { ...readOutputOptions(input, isTool(context)), idleMs: submitting.timeout },
		ledger: readLedger(input),
	};
	const { values, problems } = checkValues(model, await linkFiles(context, model, given, itemIndex), { typed: given });
	for (const problem of problems) input.add(inWords(problem));
	const paths = readAnswerPaths(input);
	input.check();
	const body = withExtra(dataOf(buildBody(model, values)), extra);
	const asked = askedFor(kind, { model, values }, extra, body);
	const inputs = textsIn(body);
	const hints: JobHints = { exclude: inputs, paths };
	const sent = textOf(body.model) ?? model.id;
	return {
		...more,
		inputs,
		hints,
		// Another may stand in Extra Body Fields.
		model: sent === model.id ? model : modelEntry(kind, sent),
		asked,
		body,
		wanted: withExtra(dataOf(buildBody(model, { ...values, ...namedFiles(model, given) })), extra),
		key: noteKey(context, itemIndex, [kind, model.id, given, extra]),
		cost: { prompt: shownPrompt(context, body), ...(asked && estimateFields(asked)) },
	};
}

/** The prompt as items tell it, and as it is kept of a pause: no more of it than n8n can store of all. */
const shownPrompt = (context: IExecuteFunctions, { prompt }: IDataObject) =>
	typeof prompt === 'string' && prompt !== '' ? cut(prompt, Math.floor(shareIn(context) / 8)) : undefined;

/** The addresses that a request hands in, which come back in many answers and are no result. */
function textsIn(value: unknown): Set<string> {
	if (typeof value === 'string') return new Set(/^(https?:|data:|\/)/i.test(value) ? [value] : []);
	if (typeof value !== 'object' || value === null) return new Set();
	return new Set(Object.values(value).flatMap((entry) => [...textsIn(entry)]));
}

/** A callback URL is not part of what was asked for: it may differ when the node is tried again. */
function withCallback(request: MediaRequest, callback: IDataObject): MediaRequest {
	return { ...request, body: { ...callback, ...request.body } };
}

function dryRun({ model, body, cost }: MediaRequest, itemIndex: number): INodeExecutionData {
	const { method, path } = endpoints[kinds[model.kind].endpoint];
	const { estimated_cost_usd, estimated_cost_nanos } = cost;
	return { json: { dry_run: true, method, path, body, estimated_cost_usd, estimated_cost_nanos }, pairedItem: { item: itemIndex } };
}

/** The values that {@link linkFiles} puts links into, as they were given. */
function namedFiles(model: ModelEntry, given: Values): Values {
	const isFile = new Set<string>(rulesOf(model).flatMap(({ name, type }) => (type === 'url' || type === 'urls' ? [name] : [])));
	return Object.fromEntries(Object.entries(given).filter(([name]) => isFile.has(name)));
}

/** Puts links to the item's files in place of the names of its binary fields. */
async function linkFiles(context: IExecuteFunctions, model: ModelEntry, values: Values, itemIndex: number): Promise<Values> {
	const linked = { ...values };
	for (const { name, label, type, file: kind = 'image' } of rulesOf(model)) {
		if (type !== 'url' && type !== 'urls') continue;
		const value = linked[name];
		const param = `${label} (${name})`;
		const link = async (entry: unknown, called: string) =>
			isMissing(entry) || (typeof entry !== 'string' && typeof entry !== 'object') ? entry : await toUrl(context, entry, { param: called, kind, itemIndex });
		if (type === 'url') linked[name] = await link(value, param);
		else if (Array.isArray(value)) {
			const entries = value.flatMap((entry) => namesIn(context, entry, itemIndex));
			linked[name] = await Promise.all(entries.map(async (entry, index) => await link(entry, `${param}, entry ${index + 1},`)));
		}
	}
	return linked;
}

/** A text with the names of several binary fields stands for those. */
function namesIn(context: IExecuteFunctions, entry: unknown, itemIndex: number): unknown[] {
	if (typeof entry !== 'string' || !/[,;|]/.test(entry)) return [entry];
	const files = filesOf(context, itemIndex);
	const names = entry.split(/[,;|]/).map((name) => name.trim());
	return !files.has(entry) && names.every((name) => files.has(name)) ? names : [entry];
}
