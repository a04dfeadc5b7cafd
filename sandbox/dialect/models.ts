import { endpoints } from '../../contract/endpoints';
import type { ListedModel } from '../../contract/schemas/models';
import { fill, fieldsOf, type Values } from './fill';
import { tellPage } from './pages';
import { strayIds, type Speaker, type Teller } from './speaker';

/** "List models". */
export const tellModels: Teller = (speaker, { status, body }, { query }) => {
	const { data } = body as { data: ListedModel[] };
	const { groups, ...choices } = speaker.choices.models;
	const entries = data.map((model) => ({
		id: model.id,
		kind: model.type,
		entry: modelOf(speaker, model),
	}));
	if (!groups.wraps)
		return tellPage(speaker, choices, { path: endpoints.listModels.path, entries }, query);
	const kinds = [...new Set(entries.map(({ kind }) => kind))];
	const lists = kinds.map(
		(kind) =>
			[kind, entries.filter((each) => each.kind === kind).map(({ entry }) => entry)] as const,
	);
	const each = lists.map(([kind, models]) => ({ kind, models }));
	return {
		status,
		body: fill(groups.wraps, { ...strayIds, lists: Object.fromEntries(lists), each }),
	};
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
