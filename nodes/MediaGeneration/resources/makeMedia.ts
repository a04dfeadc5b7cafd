import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { ModelEntry, ModelKind } from '../../../contract/catalog';
import { buildBody, checkValues, coerceValues, type Values } from '../../../contract/catalog/request';
import { rulesOf } from '../../../contract/catalog/rules';
import { readModel } from '../fields/model';
import { readBodyOptions, readOutputOptions, readPatience } from '../fields/options';
import { readParameters } from '../fields/parameters';
import { toItems } from '../jobs/output';
import { submitAndFinish } from '../jobs/submit';
import { toUrl } from '../media/reference';
import { inputFailure } from '../transport/errors';

/**
 * What Generate and Edit have in common: reads the item's model and values, checks them, submits the
 * request and gives the finished media.
 * @throws NodeOperationError before anything is sent when a value is one that the model refuses
 */
export async function makeMedia(
	context: IExecuteFunctions,
	kind: ModelKind,
	ownValues: Values,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const model = readModel(context, kind, itemIndex);
	const body = checkedBody(context, model, { ...readParameters(context, itemIndex), ...ownValues }, itemIndex);
	Object.assign(body, readBodyOptions(context, itemIndex));
	const look = await submitAndFinish(context, model, body, readPatience(context, itemIndex, model.etaSeconds), itemIndex);
	look.job.model ??= model.id;
	return await toItems(context, kind, look, readOutputOptions(context, itemIndex), itemIndex);
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
