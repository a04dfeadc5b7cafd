import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { findModel, kinds, type ModelEntry, type ModelKind } from '../../../contract/catalog';
import { buildBody, checkValues, coerceValues, readBody, type Values } from '../../../contract/catalog/request';
import { inWords, rulesOf, showValue } from '../../../contract/catalog/rules';
import { endpoints } from '../../../contract/endpoints';
import { isParameter } from '../../../contract/parameters';
import { readBatchOptions } from '../fields/batchOptions';
import { readModel } from '../fields/model';
import { readAnswerPaths } from '../fields/answerPaths';
import { readOutputOptions } from '../fields/outputOptions';
import { readParameters } from '../fields/parameters';
import { readBodyOptions, readSubmitOptions } from '../fields/submitOptions';
import { readPatience } from '../fields/waitOptions';
import { readCallbackUrl, readWaitFor } from '../fields/waitFor';
import { inputOf, type Input } from '../input/input';
import { estimateFields, highestCost, type Asked, type CostFields } from '../jobs/cost';
import { toItems, type OutputOptions } from '../jobs/output';
import type { PendingJob } from '../jobs/pending';
import { jobKinds } from '../jobs/kinds';
import type { Look, Patience } from '../jobs/poll';
import { toUrl } from '../media/reference';
import { inOneCall, nameOfCall } from '../spend/calls';
import { noteKey, recall } from '../spend/memory';
import { willBeSent } from '../spend/spend';
import { submit, submitAndFinish, type SubmitRequest } from '../spend/submit';
import { dataOf } from '../support/data';
import { isTool } from '../support/tool';
import { asHandedBack } from '../transport/addresses';
import { inputFailure } from '../transport/errors';
import { baseUrlOf } from '../transport/request';
import type { JobHints } from '../wire/job';

/** What every tool that spends tells an agent of answers that are no result. */
export const agentCare = 'If the answer has an error, change what it names and call again; if it says may_be_paid, do not call again but tell the user.';

/** Everything that an item asks for, read and checked; nothing of it is read again. */
interface MediaRequest extends SubmitRequest {
	asked: Asked | undefined;
	cost: CostFields;
	dryRun: boolean;
	/** `result`, `callback` or `submit`. */
	waitFor: string;
	/** The body field for the Callback URL, if there is one. */
	callback: IDataObject;
	patience: Partial<Patience>;
	output: OutputOptions;
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
	const request = requestOf(context, kind, readOwn, itemIndex);
	if (request.dryRun) return [dryRun(request, itemIndex)];
	return await inOneCall(context, request.key, async (key) => await makeRequested(context, kind, { ...request, key }, itemIndex));
}

async function makeRequested(context: IExecuteFunctions, kind: ModelKind, request: MediaRequest, itemIndex: number): Promise<INodeExecutionData[]> {
	const { model, cost, patience, output } = request;
	const { job, raw } =
		request.waitFor === 'submit'
			? await submitOnly(context, request, itemIndex)
			: await submitAndFinish(context, request, { firstLook: model.etaSeconds, ...patience }, itemIndex);
	return await toItems(context, kind, { job: { ...job, model: job.model ?? model.id }, raw }, output, itemIndex, cost);
}

/** Submits; where the job is asked after is told as Get Job takes it. */
async function submitOnly(context: IExecuteFunctions, request: MediaRequest, itemIndex: number): Promise<Look> {
	const { job, raw } = await submit(context, withCallback(request, request.callback), itemIndex);
	if (job.status_url === undefined) return { job, raw };
	const baseUrl = await baseUrlOf(context, jobKinds[request.model.kind].statusEndpoint);
	return { job: { ...job, status_url: asHandedBack(baseUrl, job.status_url) }, raw };
}

/**
 * The same for a workflow that pauses: only submits the item's job, to be delivered to `callbackUrl`.
 * @throws as {@link makeMedia}
 */
export async function submitMedia(context: IExecuteFunctions, kind: ModelKind, readOwn: ReadOwnValues, itemIndex: number, callbackUrl: string): Promise<PendingJob> {
	const request = requestOf(context, kind, readOwn, itemIndex);
	const { model, cost, output, dryRun: dry } = request;
	if (dry) throw inputFailure(context.getNode(), 'Dry Run must be the same for all items when the workflow pauses', itemIndex, 'Nothing was sent for this item.');
	const { callback_url: other } = request.body;
	if (other !== undefined) {
		throw inputFailure(context.getNode(), `callback_url in Extra Body Fields would keep the workflow asleep (given: ${showValue(other)})`, itemIndex, 'Nothing was sent for this item. Take it away, or set Wait For to Nothing (Just Submit).');
	}
	const { job, raw } = await submit(context, withCallback(request, { callback_url: callbackUrl }), itemIndex);
	return {
		itemIndex,
		kind,
		model: model.id,
		job_id: job.job_id,
		status_url: job.status_url,
		etaSeconds: model.etaSeconds,
		output,
		cost,
		paths: request.hints.paths,
		inputs: [...(request.hints.exclude ?? [])],
		...(job.status !== 'processing' && { answer: raw }),
	};
}

/**
 * The most that an item can cost, in nanos; nothing for what will not be sent: what was submitted before, or a dry run.
 * @throws as {@link makeMedia}
 */
export async function priceMedia(context: IExecuteFunctions, kind: ModelKind, readOwn: ReadOwnValues, itemIndex: number): Promise<bigint> {
	const { asked, body, key, dryRun: dry, retryAmbiguous, timeout } = requestOf(context, kind, readOwn, itemIndex);
	const before = recall(context, nameOfCall(context, key));
	return dry || !willBeSent(before, retryAmbiguous) ? 0n : await highestCost(context, kind, asked, body, itemIndex, timeout);
}

/** The requests that were read to be priced, by run and item. */
const priced = new WeakMap<object, Map<number, MediaRequest>>();

function requestOf(context: IExecuteFunctions, kind: ModelKind, readOwn: ReadOwnValues, itemIndex: number): MediaRequest {
	const known = priced.get(context) ?? new Map<number, MediaRequest>();
	priced.set(context, known);
	const request = known.get(itemIndex) ?? readRequest(context, kind, readOwn, itemIndex);
	known.set(itemIndex, request);
	return request;
}

function readRequest(context: IExecuteFunctions, kind: ModelKind, readOwn: ReadOwnValues, itemIndex: number): MediaRequest {
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
	};
	const { values, problems } = checkValues(model, linkFiles(context, model, given, itemIndex));
	for (const problem of problems) input.add(inWords(problem));
	const paths = readAnswerPaths(input);
	input.check();
	const body = { ...dataOf(buildBody(model, values)), ...extra };
	const asked = changesPrice(extra) ? askedBy(kind, body) : { model, values };
	const hints: JobHints = { exclude: textsIn(body), paths };
	return { ...more, hints, model, asked, body, key: noteKey(context, itemIndex, [kind, model.id, given, extra]), cost: asked ? estimateFields(asked) : {} };
}

/** The addresses that a request hands in, which come back in many answers and are no result. */
function textsIn(value: unknown): Set<string> {
	if (typeof value === 'string') return new Set(/^(https?:|data:|\/)/i.test(value) ? [value] : []);
	if (typeof value !== 'object' || value === null) return new Set();
	return new Set(Object.values(value).flatMap((entry) => [...textsIn(entry)]));
}

const changesPrice = (extra: Values) => Object.keys(extra).some((name) => name === 'model' || name === 'additional_settings' || isParameter(name));

/** What a body with unchecked fields asks for, whatever the form says; nothing where the catalog cannot tell. */
function askedBy(kind: ModelKind, body: IDataObject): Asked | undefined {
	const model = typeof body.model === 'string' ? findModel(kind, body.model) : undefined;
	if (!model) return undefined;
	const { values, problems } = checkValues(model, coerceValues(model, readBody(kind, body).values));
	return problems.length === 0 ? { model, values } : undefined;
}

/** A callback URL is not part of what was asked for: it may differ when the node is tried again. */
function withCallback(request: MediaRequest, callback: IDataObject): MediaRequest {
	return { ...request, body: { ...callback, ...request.body } };
}

function dryRun({ model, body, cost }: MediaRequest, itemIndex: number): INodeExecutionData {
	const { method, path } = endpoints[kinds[model.kind].endpoint];
	return { json: { dry_run: true, method, path, body, ...cost }, pairedItem: { item: itemIndex } };
}

/** Puts links to the item's files in place of the names of its binary fields. */
function linkFiles(context: IExecuteFunctions, model: ModelEntry, values: Values, itemIndex: number): Values {
	const linked = { ...values };
	for (const { name, label, type } of rulesOf(model)) {
		const value = linked[name];
		const link = (entry: unknown) => (typeof entry === 'string' && entry !== '' ? toUrl(context, entry, `${label} (${name})`, itemIndex) : entry);
		if (type === 'url') linked[name] = link(value);
		if (type === 'urls' && Array.isArray(value)) linked[name] = value.map(link);
	}
	return linked;
}
