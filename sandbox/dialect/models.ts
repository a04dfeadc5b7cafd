import { endpoints } from '../../contract/endpoints';
import type { ListedModel } from '../../contract/schemas/models';
import { fieldsOf, fill, type Values } from './fill';
import { tellPage } from './pages';
import type { Speaker, Teller } from './speaker';

/** "List models". */
export const tellModels: Teller = (speaker, { body }, { query }) => {
	const { data } = body as { data: ListedModel[] };
	const entries = data.map((model) => ({ id: model.id, entry: modelOf(speaker, model) }));
	const { models } = speaker.choices;
	return tellPage(speaker, models, { path: endpoints.listModels.path, entries }, query);
};

function modelOf(
	{ choices }: Speaker,
	{ id, name, type, status, pricing, eta_seconds: eta }: ListedModel,
): unknown {
	const { entry, price } = choices.models;
	const per = (usd: string | undefined) =>
		usd === undefined ? undefined : decimal(Number(usd) * price.per);
	const chat = type === 'chat';
	const prices = chat
		? fieldsOf(price.pricing, { in: per(pricing.prompt), out: per(pricing.completion) })
		: pricing;
	const values: Values = {
		id,
		name,
		kind: type,
		status,
		isDeprecated: status === 'Deprecated',
		pricing: prices,
		eta,
	};
	return fill(entry, values);
}

/** Without an exponent, and without the noise of binary fractions. */
function decimal(value: number): string {
	return value.toFixed(12).replace(/\.?0+$/, '');
}
