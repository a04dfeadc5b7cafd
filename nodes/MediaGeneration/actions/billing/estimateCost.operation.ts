import { endpoints } from '../../../../contract/endpoints';
import { findModel, kinds, modelKinds, type ModelEntry } from '../../../../contract/catalog';
import { priceRange } from '../../../../contract/catalog/price';
import { buildBody, checkValues, coerceValues } from '../../../../contract/catalog/request';
import { inWords, rulesOf, type Problem } from '../../../../contract/catalog/rules';
import { nanosToNumber } from '../../../../contract/money';
import { itemsFrom } from '../../support/items';
import { recordIn } from '../../answers/list/record';
import { amountIn } from '../../answers/money/amount';
import { defineOperation } from '../../run/operation';
import { kindOptions } from '../../editor/fields/kinds';
import { modelField, readModel } from '../../editor/fields/model';
import { optionsField } from '../../editor/fields/options';
import { extraBodyOptions, readExtraBody, withExtra } from '../../editor/fields/submitOptions';
import { choiceField } from '../../editor/input/field';
import type { Input } from '../../editor/input/input';
import { dataOf } from '../../support/data';
import { askedFor } from '../../lifecycle/price';
import {
	parametersFields,
	readParameters,
	specifyParametersField,
} from '../../editor/fields/parameters';
import { apiRequest } from '../../http/request';

const kindField = choiceField({
	displayName: 'Kind',
	name: 'kind',
	type: 'options',
	noDataExpression: true,
	options: kindOptions(),
	default: 'image',
	description: 'What the request would make',
});

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
		kindField.property,
		...modelKinds.map((kind) => ({
			...modelField(kind),
			displayOptions: { show: { kind: [kind] } },
		})),
		...parametersFields,
		specifyParametersField,
		optionsField(extraBodyOptions),
	],
	read: readRequest,
	perform: async (run, { asked, body }) => {
		const answer = await apiRequest(run, { endpoint: 'estimateCost', body });
		const listed = asked && findModel(asked.model.kind, asked.model.id);
		const range = listed && priceRange(listed, asked.values);
		const nanos = amountIn(answer.body);
		// Under the same names as Generate tells it, whatever the service calls it.
		const told =
			nanos === undefined
				? {}
				: { estimated_cost_usd: nanosToNumber(nanos), estimated_cost_nanos: nanos.toString() };
		return itemsFrom(run.itemIndex, {
			...told,
			...dataOf(recordIn(answer.body, 'estimate')),
			...told,
			...(range && {
				catalog_usd_low: nanosToNumber(range.low),
				catalog_usd_high: nanosToNumber(range.high),
			}),
		});
	},
});

function readRequest(input: Input) {
	const chosen = input.parameter(kindField);
	const kind = modelKinds.find((known) => known === chosen) ?? modelKinds[0];
	if (chosen === undefined) input.check();
	const model = readModel(input, kind);
	const { values, problems } = checkValues(model, coerceValues(model, readParameters(input)));
	for (const problem of problems) if (touchesPrice(problem, model)) input.add(inWords(problem));
	const extra = readExtraBody(input);
	const body = withExtra(dataOf(buildBody(model, values)), extra);
	return {
		asked: askedFor(kind, { model, values }, extra, body, touchesPrice),
		body: { endpoint: endpoints[kinds[kind].endpoint].path, ...body },
	};
}

/** Whether a problem matters before anything is made: prompts and source files can come later, and cost nothing. */
function touchesPrice({ rule, param }: Problem, model: ModelEntry): boolean {
	return (
		rule !== 'required' &&
		!rulesOf(model).some(({ name, type }) => name === param && (type === 'url' || type === 'urls'))
	);
}
