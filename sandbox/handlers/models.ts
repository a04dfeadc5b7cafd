import type { PricedModel, UsdAmount } from '../../contract/catalog/types';
import type { Handler } from '../http/handler';
import type { ChatModel } from '../models';

/** "List models". Times are those that jobs take at this speed. */
export const listModels: Handler<'listModels'> = async ({ models: { media, chat }, speed }) => {
	const head = ({ id, status, etaSeconds }: PricedModel | ChatModel) => ({
		id,
		object: 'model' as const,
		name: nameOf(id),
		status,
		eta_seconds: Math.round((10 * etaSeconds) / speed) / 10,
	});
	const data = [
		...media.map((model) => ({ ...head(model), type: model.kind, pricing: pricingOf(model) })),
		...chat.map((model) => ({
			...head(model),
			type: 'chat' as const,
			pricing: { prompt: model.promptUsd, completion: model.completionUsd },
		})),
	];
	return { status: 200, body: { object: 'list', data } };
};

function pricingOf({ price: { per, rates } }: PricedModel): Record<string, string> {
	const amounts = rates.flatMap(({ usd }) => ends(usd)).sort((a, b) => Number(a) - Number(b));
	const [least = '0', most = least] = [amounts.at(0), amounts.at(-1)];
	return { [`per_${per}_min`]: least, [`per_${per}_max`]: most };
}

const ends = (amount: UsdAmount) => (typeof amount === 'string' ? [amount] : amount);

const nameOf = (id: string) =>
	id.replace(
		/(^|-)(\w)/g,
		(_, gap: string, letter: string) => `${gap && ' '}${letter.toUpperCase()}`,
	);
