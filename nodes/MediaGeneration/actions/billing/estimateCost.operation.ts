import { findModel, kinds, modelKinds, type ModelEntry } from '../../../../contract/catalog';
import { priceRange } from '../../../../contract/catalog/price';
import { checkValues, coerceValues } from '../../../../contract/catalog/request';
import { inWords, rulesOf, type Problem } from '../../../../contract/catalog/rules';
import { endpoints } from '../../../../contract/endpoints';
import { nanosToNumber } from '../../../../contract/money';
import { recordIn } from '../../answers/list/record';
import { amountIn } from '../../answers/money/amount';
import { kindField } from '../../editor/fields/kinds';
import { modelField, readModel } from '../../editor/fields/model';
import { optionsField } from '../../editor/fields/options';
import {
	parametersFields,
	readParameters,
	specifyParameters,
} from '../../editor/fields/parameters';
import { bodyOf, extraBody, readExtraBody, variants } from '../../editor/fields/submitOptions';
import type { Input } from '../../editor/input/input';
import { apiRequest } from '../../http/request';
import { askedFor } from '../../lifecycle/price';
import { defineOperation } from '../../run/operation';
import { dataOf } from '../../support/data';
import { itemsFrom } from '../../support/items';
import { dollarsFirst } from './operations';

const ofKind = kindField('What the request would make', 'image');

/**
 * Billing > Estimate Cost: the estimate endpoint of "Billing" in the API document.
 * @assumed its body: that of the endpoint to be called, with that endpoint's path as `endpoint`
 */
export const estimateCost = defineOperation({
	value: 'estimateCost',
	name: 'Estimate Cost',
	action: 'Estimate cost',
	description: 'See what a request would cost, without sending it',
	builderHint: 'The price of a request before a person approves it. Costs nothing.',
	forAgents:
		'Tells in US dollars what an image, an edit or a video would cost, without making it. Costs nothing.',
	fields: [
		ofKind.property,
		...modelKinds.map((kind) => ({
			...modelField(kind),
			displayOptions: { show: { kind: [kind] } },
		})),
		...parametersFields,
		specifyParameters.property,
		optionsField([variants, extraBody]),
	],
	read: readRequest,
	onlyPrices: true,
	perform: async (run, { asked, body, times }) => {
		const { body: answer } = await apiRequest(run, { endpoint: 'estimateCost', body });
		const listed = asked && findModel(asked.model.kind, asked.model.id);
		const range = listed && priceRange(listed, asked.values);
		const nanos = amountIn(answer);
		return itemsFrom(run.itemIndex, {
			variants: times,
			...dollarsFirst(dataOf(recordIn(answer, 'estimate'))),
			// The names that Generate uses too.
			...(nanos !== undefined && {
				estimated_cost_usd: nanosToNumber(nanos),
				estimated_cost_nanos: nanos.toString(),
			}),
			...(range && {
				catalog_usd_low: nanosToNumber(range.low),
				catalog_usd_high: nanosToNumber(range.high),
			}),
		});
	},
});

function readRequest(input: Input) {
	const chosen = input.parameter(ofKind);
	const kind = modelKinds.find((known) => known === chosen) ?? modelKinds[0];
	if (chosen === undefined) input.check();
	const model = readModel(input, kind);
	const { values, problems } = checkValues(model, coerceValues(model, readParameters(input)));
	for (const problem of problems) if (touchesPrice(problem, model)) input.add(inWords(problem));
	const extra = readExtraBody(input);
	const body = bodyOf(model, values, extra);
	return {
		times: input.option(variants),
		asked: askedFor(kind, { model, values }, extra, body, touchesPrice),
		body: { endpoint: endpoints[kinds[kind].endpoint].path, ...body },
	};
}

/** Whether a problem affects the price: a missing value, such as the prompt, and source files do not. */
function touchesPrice({ rule, param }: Problem, model: ModelEntry): boolean {
	const isFile = rulesOf(model).some(({ name, type }) => name === param && type.startsWith('url'));
	return rule !== 'required' && !isFile;
}
