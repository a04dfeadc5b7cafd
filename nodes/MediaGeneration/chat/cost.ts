import { createHash } from 'node:crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { nanosToUsd } from '../../../contract/money';
import { chargedFields } from '../jobs/cost';
import { readModelList } from '../models/join';
import { tokenCost, tokenPriceOf, type TokenPrice } from '../models/tokenPrice';
import { apiRequest } from '../transport/request';

/** How long prices are believed, in milliseconds. */
const FRESH_MS = 10 * 60_000;

type Prices = Map<string, TokenPrice>;

const known = new Map<string, { at: number; prices: Promise<Prices> }>();

/**
 * What a chat cost: what the answer says was charged, and what its tokens cost by the service's own list
 * ("List models" of the API document). Nothing where neither tells.
 */
export async function chatCost(context: IExecuteFunctions, model: string, raw: unknown, usage: IDataObject | undefined, itemIndex: number): Promise<IDataObject> {
	const charged = chargedFields({ ...(raw as IDataObject), ...usage });
	const read = tokens(usage, 'prompt_tokens', 'input_tokens');
	const written = tokens(usage, 'completion_tokens', 'output_tokens');
	if (read === undefined || written === undefined) return charged;
	const price = (await pricesNow(context, itemIndex)).get(model);
	if (!price) return charged;
	const nanos = tokenCost(price, read, written);
	return { estimated_cost_usd: nanosToUsd(nanos), estimated_cost_nanos: nanos.toString(), ...charged };
}

function tokens(usage: IDataObject | undefined, ...names: string[]): number | undefined {
	return names.map((name) => usage?.[name]).find((value): value is number => Number.isInteger(value) && (value as number) >= 0);
}

/** Asks once for all items of all runs with the same credential. The chat is paid for, so a list that cannot be had is no reason to fail, nor to ask again soon. */
async function pricesNow(context: IExecuteFunctions, itemIndex: number): Promise<Prices> {
	const credential = await context.getCredentials('mediaGenerationApi', itemIndex);
	const key = createHash('sha256').update(JSON.stringify([credential.baseUrl, credential.apiKey])).digest('hex');
	const before = known.get(key);
	if (before && Date.now() - before.at < FRESH_MS) return await before.prices;
	const prices = listPrices(context, itemIndex).catch((error: unknown) => {
		context.logger.warn(`What the chat cost is not known, as the list of models could not be had: ${(error as Error).message}`);
		return new Map() as Prices;
	});
	known.set(key, { at: Date.now(), prices });
	return await prices;
}

async function listPrices(context: IExecuteFunctions, itemIndex: number): Promise<Prices> {
	const { body } = await apiRequest(context, { endpoint: 'listModels', itemIndex });
	return new Map(
		readModelList(body).flatMap(({ id, listed = {} }) => {
			const price = tokenPriceOf(listed);
			return price ? [[id, price] as const] : [];
		}),
	);
}
