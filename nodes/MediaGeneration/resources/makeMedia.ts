import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { kinds, type ModelEntry, type ModelKind } from '../../../contract/catalog';
import { buildBody, checkValues, coerceValues, type Values } from '../../../contract/catalog/request';
import { inWords, rulesOf, showValue } from '../../../contract/catalog/rules';
import { endpoints } from '../../../contract/endpoints';
import { nanosToNumber } from '../../../contract/money';
import { readBatchOptions } from '../fields/batchOptions';
import { modelEntry, readModel } from '../fields/model';
import { readAnswerPaths } from '../fields/answerPaths';
import { readOutputOptions } from '../fields/outputOptions';
import { keysOf, readLedger, type ItemLedger } from '../fields/ledgerOptions';
import { readParameters } from '../fields/parameters';
import { readBodyOptions, readSubmitOptions, withExtra } from '../fields/submitOptions';
import { readPatience } from '../fields/waitOptions';
import { readCallbackUrl, readWaitFor } from '../fields/waitFor';
import { inputOf, type Input } from '../input/input';
import { isMissing } from '../input/readers';
import { askedFor, estimateFields, highestCost, type Asked, type AskedFields } from '../jobs/cost';
import { toItems, type OutputOptions } from '../jobs/output';
import { onEnd, type PendingJob } from '../jobs/pending';
import type { Look, Patience } from '../jobs/poll';
import { toUrl } from '../media/reference';
import { Entry } from '../ledger/entry';
import { ledgerOf } from '../ledger/ledger';
import { inOneCall, nameOfCall } from '../spend/calls';
import { hashOf, noteKey, recall } from '../spend/memory';
import { willBeSent } from '../spend/spend';
import { noteEnd, submitAndFinish, submitOrTakeUp, type SubmitRequest } from '../spend/submit';
import { dataOf, textOf } from '../support/data';
import { withPrompt } from '../support/details';
import { asNodeFailure, nodeFailure } from '../support/failure';
import { nodeOf } from '../support/node';
import { isTool } from '../support/tool';
import { asHandedBack } from '../transport/addresses';
import { baseUrlOf } from '../transport/request';
import type { JobHints } from '../wire/job';

/** Everything that an item asks for, read and checked; nothing of it is read again. */
interface MediaRequest extends SubmitRequest {
	asked: Asked | undefined;
	cost: AskedFields;
	dryRun: boolean;
	/** `result`, `callback` or `submit`. */
	waitFor: string;
	/** The body field for the Callback URL, if there is one. */
	callback: IDataObject;
	patience: Partial<Patience>;
	output: OutputOptions;
	/** What the ledger is told, where one is kept. */
	ledger?: ItemLedger;
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
	// Of thousands of items, only those at work need theirs.
	priced.get(context)?.delete(itemIndex);
	if (request.dryRun) return [dryRun(withCallback(request, request.callback), itemIndex)];
	const entry = await entryOf(context, request, itemIndex);
	return await inOneCall(context, request.key, async (key) => await makeRequested(context, kind, { ...request, key, entry }, itemIndex)).catch(
		(error: unknown) => {
			throw withPrompt(asNodeFailure(context.getNode(), error, itemIndex), request.cost.prompt);
		},
	);
}

async function makeRequested(context: IExecuteFunctions, kind: ModelKind, request: MediaRequest, itemIndex: number): Promise<INodeExecutionData[]> {
	const { model, patience, output } = request;
	const look = request.waitFor === 'submit' ? await submitOnly(context, request, itemIndex) : await submitAndFinish(context, request, patience, itemIndex);
	const { job } = look;
	const items = await toItems(context, kind, { ...look, job: { ...job, model: job.model ?? model.id } }, output, itemIndex, askedOf(request));
	const madeAtOnce = request.waitFor === 'submit' && job.status === 'completed' && !request.entry?.reused;
	return madeAtOnce ? items.map((item) => ({ ...item, json: { ...item.json, note: item.json.note ?? MADE_AT_ONCE } })) : items;
}

const MADE_AT_ONCE = 'Without a Callback URL the service answers only when it has made the result, so the node had to wait for it.';

/** What the item tells of its request, once that was made. */
const askedOf = ({ cost, entry }: MediaRequest): AskedFields => ({ ...cost, ...(entry?.reused && { reused: true }) });

/** Submits; where the job is asked after is told as Get Job takes it. */
async function submitOnly(context: IExecuteFunctions, request: MediaRequest, itemIndex: number): Promise<Look> {
	const { job, raw } = await submitOrTakeUp(context, withCallback(request, request.callback), itemIndex);
	if (job.status_url === undefined) return { job, raw };
	const baseUrl = await baseUrlOf(context, kinds[request.model.kind].statusEndpoint);
	return { job: { ...job, status_url: asHandedBack(baseUrl, job.status_url) }, raw };
}

/**
 * The same for a workflow that pauses: only submits the item's job, to be delivered to `callbackUrl`.
 * @throws as {@link makeMedia}
 */
export async function submitMedia(
	context: IExecuteFunctions,
	kind: ModelKind,
	readOwn: ReadOwnValues,
	itemIndex: number,
	callbackUrl: string,
): Promise<PendingJob> {
	const request = requestOf(context, kind, readOwn, itemIndex);
	const { model, output, dryRun: dry } = request;
	if (dry)
		throw nodeFailure(context.getNode(), 'Dry Run must be the same for all items when the workflow pauses', 'Nothing was sent for this item.', itemIndex);
	const { callback_url: other } = request.body;
	if (other !== undefined) {
		throw nodeFailure(
			context.getNode(),
			`callback_url in Extra Body Fields would keep the workflow asleep (given: ${showValue(other)})`,
			'Nothing was sent for this item. Remove it, or set Wait For to Nothing (Just Submit).',
			itemIndex,
		);
	}
	const entry = await entryOf(context, request, itemIndex);
	const asked = withCallback({ ...request, entry }, { callback_url: callbackUrl });
	const { job, raw } = await submitOrTakeUp(context, asked, itemIndex).catch((error: unknown) => {
		throw withPrompt(asNodeFailure(context.getNode(), error, itemIndex), request.cost.prompt);
	});
	const pending: PendingJob = {
		itemIndex,
		kind,
		model: model.id,
		job_id: job.job_id,
		status_url: job.status_url,
		etaSeconds: model.etaSeconds,
		output,
		cost: askedOf({ ...request, entry }),
		// What the ledger knows is told in this package's own words.
		paths: raw === entry?.made ? undefined : request.hints.paths,
		inputs: [...(request.hints.exclude ?? [])],
		...(job.status !== 'processing' && { answer: raw }),
	};
	onEnd(pending, (look) => noteEnd(context, asked, look));
	return pending;
}

/**
 * The most that an item can cost, in nanos; nothing for what will not be sent: what was submitted before, or a dry run.
 * @throws as {@link makeMedia}
 */
export async function priceMedia(context: IExecuteFunctions, kind: ModelKind, readOwn: ReadOwnValues, itemIndex: number): Promise<bigint> {
	const request = requestOf(context, kind, readOwn, itemIndex);
	const before = recall(context, nameOfCall(context, request.key));
	if (request.dryRun || !willBeSent(before, request.retryAmbiguous)) return 0n;
	const entry = await entryOf(context, request, itemIndex);
	return (await entry?.isPaid()) ? 0n : await costOf(context, request, itemIndex);
}

const costs = new WeakMap<MediaRequest, Promise<bigint>>();

/** The most that a request can cost, in nanos; the service is asked once at most. @throws where nobody can tell */
async function costOf(context: IExecuteFunctions, request: MediaRequest, itemIndex: number): Promise<bigint> {
	const { model, asked, body, timeout } = request;
	const known = costs.get(request) ?? highestCost(context, model.kind, asked, body, itemIndex, timeout);
	costs.set(request, known);
	return await known;
}

/** The item's part in the ledger; nothing where none is kept. */
async function entryOf(context: IExecuteFunctions, request: MediaRequest, itemIndex: number): Promise<Entry | undefined> {
	const { ledger: options, model, body, cost } = request;
	if (!options) return undefined;
	const ledger = await ledgerOf(context, options);
	if (itemIndex === 0 && options.key !== undefined) ledger.expect(keysOf(context));
	const estimate = cost.estimated_cost_nanos ?? (options.maxPerDay === undefined ? undefined : (await costOf(context, request, itemIndex)).toString());
	const { id, name } = context.getWorkflow();
	return new Entry(context, ledger, {
		key: options.key,
		workflow_id: id,
		workflow: name,
		execution_id: context.getExecutionId(),
		node: nodeOf(context).name,
		item: itemIndex,
		request_hash: hashOf(body),
		kind: model.kind,
		model: model.id,
		prompt: options.prompts ? cost.prompt : undefined,
		...(estimate !== undefined && { estimated_cost_usd: nanosToNumber(BigInt(estimate)), estimated_cost_nanos: estimate }),
	});
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
		ledger: readLedger(input),
	};
	const { values, problems } = checkValues(model, linkFiles(context, model, given, itemIndex), { typed: given });
	for (const problem of problems) input.add(inWords(problem));
	const paths = readAnswerPaths(input);
	input.check();
	const body = withExtra(dataOf(buildBody(model, values)), extra);
	const asked = askedFor(kind, { model, values }, extra, body);
	const hints: JobHints = { exclude: textsIn(body), paths };
	const sent = textOf(body.model) ?? model.id;
	return {
		...more,
		hints,
		// Another may stand in Extra Body Fields.
		model: sent === model.id ? model : modelEntry(kind, sent),
		asked,
		body,
		key: noteKey(context, itemIndex, [kind, model.id, given, extra]),
		cost: { prompt: textOf(body.prompt), ...(asked && estimateFields(asked)) },
	};
}

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

/** Puts links to the item's files in place of the names of its binary fields. */
function linkFiles(context: IExecuteFunctions, model: ModelEntry, values: Values, itemIndex: number): Values {
	const linked = { ...values };
	for (const { name, label, type } of rulesOf(model)) {
		const value = linked[name];
		const link = (entry: unknown, called: string) => (typeof entry === 'string' && !isMissing(entry) ? toUrl(context, entry, called, itemIndex) : entry);
		const called = `${label} (${name})`;
		if (type === 'url') linked[name] = link(value, called);
		if (type === 'urls' && Array.isArray(value)) linked[name] = value.map((entry, index) => link(entry, `${called}, entry ${index + 1},`));
	}
	return linked;
}
