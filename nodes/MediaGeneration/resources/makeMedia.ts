import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { findModel, kinds, type ModelEntry, type ModelKind } from '../../../contract/catalog';
import { buildBody, checkValues, coerceValues, readBody, type Values } from '../../../contract/catalog/request';
import { rulesOf, showValue } from '../../../contract/catalog/rules';
import { endpoints } from '../../../contract/endpoints';
import { isParameter } from '../../../contract/parameters';
import { readModel } from '../fields/model';
import { readBodyOptions, readOutputOptions, readPatience, readRequestTimeout } from '../fields/options';
import { readParameters } from '../fields/parameters';
import { readCallbackUrl } from '../fields/waitFor';
import { estimateFields, highestCost, type Asked, type CostFields } from '../jobs/cost';
import { recall, submissionKey } from '../spend/memory';
import { toItems } from '../jobs/output';
import type { PendingJob } from '../jobs/pending';
import { submit, submitAndFinish, type SubmitRequest } from '../spend/submit';
import { toUrl } from '../media/reference';
import { inOneCall, nameOfCall } from '../spend/toolCalls';
import { inputFailure } from '../transport/errors';

/** What every tool that spends tells an agent of answers that are no result. */
export const agentCare = 'If the answer has an error, change what it names and call again; if it says may_be_paid, do not call again but tell the user.';

/**
 * Generate or Edit for one item: checks its values, submits the request and gives the finished media, or
 * the accepted job when nothing is to be waited for. What was submitted before, in this execution, is
 * picked up again.
 * @throws NodeOperationError before anything is sent when a value is one that the model refuses
 */
export async function makeMedia(
	context: IExecuteFunctions,
	kind: ModelKind,
	ownValues: Values,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const request = readRequest(context, kind, ownValues, itemIndex);
	if (request.dryRun) return [dryRun(request, itemIndex)];
	return await inOneCall(context, request.key, async (key) => await makeRequested(context, kind, { ...request, key }, itemIndex));
}

async function makeRequested(context: IExecuteFunctions, kind: ModelKind, request: MediaRequest, itemIndex: number): Promise<INodeExecutionData[]> {
	const { model, cost } = request;
	const { job, raw } =
		context.getNodeParameter('waitFor', itemIndex, 'result') === 'submit'
			? await submit(context, withCallback(request, readCallbackUrl(context, itemIndex)), itemIndex)
			: await submitAndFinish(context, request, readPatience(context, itemIndex, model.etaSeconds), itemIndex);
	const look = { job: { ...job, model: job.model ?? model.id }, raw };
	return await toItems(context, kind, look, readOutputOptions(context, itemIndex), itemIndex, cost);
}

/**
 * The same for a workflow that pauses: only submits the item's job, to be delivered to `callbackUrl`.
 * @throws as {@link makeMedia}
 */
export async function submitMedia(
	context: IExecuteFunctions,
	kind: ModelKind,
	ownValues: Values,
	itemIndex: number,
	callbackUrl: string,
): Promise<PendingJob> {
	const request = readRequest(context, kind, ownValues, itemIndex);
	const { model, cost } = request;
	if (request.dryRun) throw inputFailure(context.getNode(), 'Dry Run must be the same for all items when the workflow pauses', itemIndex, 'Nothing was sent for this item.');
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
		output: readOutputOptions(context, itemIndex),
		cost,
		...(job.status !== 'processing' && { answer: raw }),
	};
}

/**
 * The most that an item can cost, in nanos; nothing for what was submitted before, or in a dry run.
 * @throws as {@link makeMedia}
 */
export async function priceMedia(context: IExecuteFunctions, kind: ModelKind, ownValues: Values, itemIndex: number): Promise<bigint> {
	const { asked, body, key, dryRun: dry } = readRequest(context, kind, ownValues, itemIndex);
	return dry || recall(context, nameOfCall(context, key)) ? 0n : await highestCost(context, kind, asked, body, itemIndex);
}

interface MediaRequest extends SubmitRequest {
	asked: Asked | undefined;
	cost: CostFields;
	dryRun: boolean;
}

function readRequest(context: IExecuteFunctions, kind: ModelKind, ownValues: Values, itemIndex: number): MediaRequest {
	const model = readModel(context, kind, itemIndex);
	const given = coerceValues(model, { ...readParameters(context, itemIndex), ...ownValues });
	const { values, body } = checkedBody(context, model, given, itemIndex);
	const extra = readBodyOptions(context, itemIndex);
	const sent = { ...body, ...extra } as IDataObject;
	const asked = changesPrice(extra) ? askedBy(kind, sent) : { model, values };
	const { dryRun: dry = false, retryAmbiguous = false } = context.getNodeParameter('options', itemIndex, {}) as { dryRun?: boolean; retryAmbiguous?: boolean };
	return {
		model,
		asked,
		body: sent,
		key: submissionKey(context, itemIndex, [kind, model.id, given, extra]),
		cost: asked ? estimateFields(asked) : {},
		dryRun: dry,
		retryAmbiguous,
		timeout: readRequestTimeout(context, itemIndex),
	};
}

const changesPrice = (extra: Values) => Object.keys(extra).some((name) => name === 'model' || name === 'additional_settings' || isParameter(name));

/** What a body with unchecked fields asks for, whatever the form says; nothing where the catalog cannot tell. */
function askedBy(kind: ModelKind, body: IDataObject): Asked | undefined {
	const model = findModel(kind, String(body.model));
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

/**
 * The wire body for values as a user gave them.
 * @throws NodeOperationError naming the first wrong parameter, its rule and the given value, and then the others
 */
function checkedBody(context: IExecuteFunctions, model: ModelEntry, given: Values, itemIndex: number): { values: Values; body: Values } {
	const { values, problems } = checkValues(model, linkFiles(context, model, given, itemIndex));
	const [first, ...others] = problems;
	if (first) {
		const more = others.map(({ message }) => message).join('; ');
		throw inputFailure(context.getNode(), first.message, itemIndex, `Nothing was sent.${more ? ` Also: ${more}` : ''}`);
	}
	return { values, body: buildBody(model, values) };
}

function linkFiles(context: IExecuteFunctions, model: ModelEntry, values: Values, itemIndex: number): Values {
	const linked = { ...values };
	for (const { name, type } of rulesOf(model)) {
		const value = linked[name];
		if (type === 'url' && typeof value === 'string' && value !== '') linked[name] = toUrl(context, value, name, itemIndex);
		if (type === 'urls' && Array.isArray(value)) {
			linked[name] = value.map((entry) => (typeof entry === 'string' ? toUrl(context, entry, name, itemIndex) : entry));
		}
	}
	return linked;
}
