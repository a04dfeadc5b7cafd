import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { endpoints } from '../../../../contract/endpoints';
import { findModel, kinds, modelKinds, type ModelKind } from '../../../../contract/catalog';
import { priceRange } from '../../../../contract/catalog/price';
import { buildBody, checkValues, coerceValues } from '../../../../contract/catalog/request';
import { rulesOf } from '../../../../contract/catalog/rules';
import { nanosToUsd } from '../../../../contract/money';
import { fieldsIn, itemsFrom } from '../../support/items';
import { defineOperation } from '../../engine/operation';
import { modelField, readModel } from '../../fields/model';
import { optionsField, readBodyOptions, submitOptions } from '../../fields/options';
import { parametersFields, readParameters } from '../../fields/parameters';
import { inputFailure } from '../../transport/errors';
import { apiRequest } from '../../transport/request';

const kindField: INodeProperties = {
	displayName: 'Kind',
	name: 'kind',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Image Editing', value: 'studio' },
		{ name: 'Image Generation', value: 'image' },
		{ name: 'Video', value: 'video' },
	],
	default: 'image',
	description: 'What would be made',
};

/**
 * Billing > Estimate Cost: the estimate endpoint of "Billing" in the API document.
 * @assumed its body: that of the endpoint to be called, with that endpoint's path as `endpoint`
 */
export const estimateCost = defineOperation({
	value: 'estimateCost',
	name: 'Estimate Cost',
	action: 'Estimate a cost',
	description: 'See what a request would cost, without making it',
	forAgents: 'Tells in US dollars what a picture, an edit or a video would cost, without making it. Costs nothing.',
	fields: [
		kindField,
		...modelKinds.map((kind) => ({ ...modelField(kind), displayOptions: { show: { kind: [kind] } } })),
		...parametersFields,
		optionsField(submitOptions.filter(({ name }) => name === 'extraBody')),
	],
	run: async (context, itemIndex) => {
		const kind = context.getNodeParameter('kind', itemIndex, 'image') as ModelKind;
		const model = readModel(context, kind, itemIndex);
		const { values, problems } = checkValues(model, coerceValues(model, readParameters(context, itemIndex)));
		const sources = rulesOf(model).filter(({ type }) => type === 'url' || type === 'urls').map(({ name }) => String(name));
		const wrong = problems.find(({ rule, param }) => rule !== 'required' && !sources.includes(param));
		if (wrong) throw inputFailure(context.getNode(), wrong.message, itemIndex, 'Nothing was sent.');
		const body = {
			endpoint: endpoints[kinds[kind].endpoint].path,
			...buildBody(model, values),
			...readBodyOptions(context, itemIndex),
		} as IDataObject;
		const answer = await apiRequest(context, { endpoint: 'estimateCost', body, itemIndex });
		const listed = findModel(kind, model.id) ? priceRange(model, values) : undefined;
		return itemsFrom(itemIndex, {
			...fieldsIn(answer.body, 'estimate'),
			...(listed && { catalog_usd_low: nanosToUsd(listed.low), catalog_usd_high: nanosToUsd(listed.high) }),
		});
	},
});
