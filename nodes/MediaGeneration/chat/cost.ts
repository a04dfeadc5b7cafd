import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { nanosToNumber } from '../../../contract/money';
import { chargedFields } from '../answers/money/amount';
import { listModels } from '../editor/models';
import { tokensIn } from '../answers/chat/chatAnswer';
import { tokenCost, tokenPriceOf, type TokenPrice } from '../answers/money/tokenPrice';
import { dataOf, messageOf } from '../support/data';
import { LIST_TIMEOUT_MS } from '../http/request';
import type { Run } from '../lifecycle/run';
import { setNewest } from '../support/forgetOldest';
import { settled } from '../support/settled';

/** How long prices are cached. */
const FRESH_MS = 10 * 60_000;
/** The most pages of the model list that a chat waits for. */
const MOST_PAGES = 5;

/** The most lists of prices that are kept, one for each key of a service. */
const MOST_LISTS = 50;

type Prices = ReadonlyMap<string, TokenPrice>;

const cachedPrices = new Map<string, { at: number; prices: Prices }>();

/** The cost of a chat, as far as it is known: the charge in the answer, and the price of its tokens by "List models". */
export async function chatCost(
	run: Run,
	model: string,
	raw: unknown,
	usage: IDataObject | undefined,
): Promise<IDataObject> {
	const charged = chargedFields({ ...dataOf(raw), ...(usage && { usage }) });
	const tokens = tokensIn(usage);
	if (!tokens) return charged;
	const price = (await currentPrices(run)).get(model);
	if (!price) return charged;
	const nanos = tokenCost(price, tokens.read, tokens.written);
	return {
		estimated_cost_usd: nanosToNumber(nanos),
		estimated_cost_nanos: nanos.toString(),
		...charged,
	};
}

/** The cached prices, else those of a list that this run fetches once. */
async function currentPrices(run: Run): Promise<Prices> {
	const { baseUrl, apiKey } = await run.credential('listModels');
	const key = createHash('sha256')
		.update(JSON.stringify([baseUrl, apiKey]))
		.digest('hex');
	const before = cachedPrices.get(key);
	if (before && Date.now() - before.at < FRESH_MS) return before.prices;
	return await (run.once.prices ??= listPrices(run, key));
}

/** Fetches prices; none if that fails, as the chat is paid for already. */
async function listPrices(run: Run, key: string): Promise<Prices> {
	const outcome = await settled(
		listModels(run, {
			timeout: LIST_TIMEOUT_MS,
			longestMs: LIST_TIMEOUT_MS,
			mostPages: MOST_PAGES,
			once: true,
		}),
	);
	if (outcome.status === 'rejected') {
		run.context.logger.warn(
			`The cost of the chat is not known, because the list of models could not be fetched: ${messageOf(outcome.reason)}`,
		);
		return new Map();
	}
	const prices = new Map(
		outcome.value.flatMap(({ id, listed = {} }) => {
			const price = tokenPriceOf(listed);
			return price ? [[id, price] as const] : [];
		}),
	);
	setNewest(cachedPrices, key, { at: Date.now(), prices }, MOST_LISTS);
	return prices;
}
