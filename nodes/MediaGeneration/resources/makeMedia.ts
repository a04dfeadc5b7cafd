import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { ModelEntry, ModelKind } from '../../../contract/catalog';
import { buildBody, checkValues, coerceValues, type Values } from '../../../contract/catalog/request';
import { rulesOf } from '../../../contract/catalog/rules';
import { readModel } from '../fields/model';
import { readBodyOptions, readOutputOptions, readPatience } from '../fields/options';
import { readParameters } from '../fields/parameters';
import { readCallbackUrl } from '../fields/waitFor';
import { toItems } from '../jobs/output';
import type { PendingJob } from '../jobs/pending';
import { submit, submitAndFinish } from '../jobs/submit';
import { toUrl } from '../media/reference';
import { inputFailure } from '../transport/errors';

/**
 * Generate or Edit for one item: checks its values, submits the request and gives the finished media, or
 * the accepted job when nothing is to be waited for.
 * @throws NodeOperationError before anything is sent when a value is one that the model refuses
 */
export async function makeMedia(
	context: IExecuteFunctions,
	kind: ModelKind,
	ownValues: Values,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const { model, body } = readRequest(context, kind, ownValues, itemIndex);
	const look =
		context.getNodeParameter('waitFor', itemIndex, 'result') === 'submit'
			? await submit(context, model, { ...body, ...readCallbackUrl(context, itemIndex) }, itemIndex)
			: await submitAndFinish(context, model, body, readPatience(context, itemIndex, model.etaSeconds), itemIndex);
	look.job.model ??= model.id;
	return await toItems(context, kind, look, readOutputOptions(context, itemIndex), itemIndex);
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
	const { model, body } = readRequest(context, kind, ownValues, itemIndex);
	const { job, raw } = await submit(context, model, { callback_url: callbackUrl, ...body }, itemIndex);
	return {
		itemIndex,
		kind,
		model: model.id,
		job_id: job.job_id,
		status_url: job.status_url,
		etaSeconds: model.etaSeconds,
		output: readOutputOptions(context, itemIndex),
		...(job.status !== 'processing' && { answer: raw }),
	};
}

function readRequest(context: IExecuteFunctions, kind: ModelKind, ownValues: Values, itemIndex: number) {
	const model = readModel(context, kind, itemIndex);
	const body = checkedBody(context, model, { ...readParameters(context, itemIndex), ...ownValues }, itemIndex);
	return { model, body: { ...body, ...readBodyOptions(context, itemIndex) } as IDataObject };
}

/**
 * The wire body for values as a user gave them.
 * @throws NodeOperationError naming the first wrong parameter, its rule and the given value, and then the others
 */
function checkedBody(context: IExecuteFunctions, model: ModelEntry, given: Values, itemIndex: number): IDataObject {
	const linked = linkFiles(context, model, coerceValues(model, given), itemIndex);
	const { values, problems } = checkValues(model, linked);
	const [first, ...others] = problems;
	if (first) {
		const more = others.map(({ message }) => message).join('; ');
		throw inputFailure(context.getNode(), first.message, itemIndex, `Nothing was sent.${more ? ` Also: ${more}` : ''}`);
	}
	return buildBody(model, values) as IDataObject;
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
