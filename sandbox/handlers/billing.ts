import { findModel, kinds, modelKinds, type ModelKind } from '../../contract/catalog';
import { endpoints } from '../../contract/endpoints';
import { formatUsd, nanosToNumber, numberToNanos } from '../../contract/money';
import { completionRequest } from '../../contract/schemas/chat';
import { submission } from '../../contract/schemas/jobs';
import { completeChatOf } from '../chat/complete';
import { ApiError, invalid } from '../errors';
import { checkShape } from '../http/body';
import type { Call, Handler } from '../http/handler';
import { LARGEST_NANOS } from '../ledger';
import type { ServedModels } from '../models';
import { chooseCost } from '../pricing';
import { readMediaRequest } from '../requests';
import { balance, estimate, limits, transactionPage } from '../shapes';

const PAGE = { usual: 20, most: 100 };

/** "Returns the balance fields listed under Balance". */
export const getBalance: Handler<'getBalance'> = async ({ ledger }, { caller }) => ({
	status: 200,
	body: balance(ledger.fundsOf(caller.account)),
});

/** "Paginated transaction history". @assumed newest first, by `limit` and `cursor` */
export const getTransactions: Handler<'getTransactions'> = async (_, { caller, query }) => {
	const { entries } = caller.account;
	const limit = wholeNumber(query, 'limit', PAGE.usual, PAGE.most);
	const end = wholeNumber(query, 'cursor', entries.length + 1, entries.length + 1) - 1;
	const start = Math.max(0, end - limit);
	const next = start > 0 ? String(start + 1) : null;
	return { status: 200, body: transactionPage(entries.slice(start, end).reverse(), next) };
};

/**
 * "Estimates cost before an operation": exactly what the same request is then charged.
 * @assumed without `endpoint` the model tells which operation is meant; of media, what the model requires may be missing,
 * while the price of a chat hangs on its messages
 */
export const estimateCost: Handler<'estimateCost'> = async (context, { body }) => {
	const { endpoint, ...request } = body;
	const { media, chat } = context.models;
	const kind = endpoint === undefined ? kindOf(request.model, context.models) : areaOf(endpoint);
	if (kind === 'chat') {
		const { model, costNanos } = await completeChatOf(chat, checkShape(request, completionRequest));
		return { status: 200, body: estimate(model, affordable(costNanos)) };
	}
	const { model, values } = readMediaRequest(kind, checkShape(request, submission), media, true);
	return { status: 200, body: estimate(model.id, affordable(chooseCost(model, values))) };
};

/** The product area that has an endpoint. */
function areaOf(path: string): ModelKind | 'chat' {
	if (path === endpoints.completeChat.path) return 'chat';
	const kind = modelKinds.find((each) => endpoints[kinds[each].endpoint].path === path);
	if (!kind) throw invalid('endpoint', 'endpoint must be the path of an endpoint that spends');
	return kind;
}

/** The product area that has a model. */
function kindOf(id: string | undefined, { media, chat }: ServedModels): ModelKind | 'chat' {
	if (id === undefined) throw invalid('model', 'model is required where no endpoint is given');
	const kind = modelKinds.find((each) => findModel(each, id, media) !== undefined);
	if (kind) return kind;
	if (chat.some((model) => model.id === id)) return 'chat';
	throw invalid('model', `There is no model ${id.slice(0, 100)}`, 'model_not_found');
}

/** No account can hold more, and a larger number of nanos is not exact in JSON. */
function affordable(nanos: bigint): bigint {
	if (nanos > LARGEST_NANOS)
		throw new ApiError(
			400,
			'invalid_request',
			`This would cost more than ${formatUsd(LARGEST_NANOS)}`,
		);
	return nanos;
}

/** "Sets daily and monthly spend limits". @assumed a limit that is left out stays, null takes it away */
export const setLimits: Handler<'setLimits'> = async ({ changed }, { caller, body }) => {
	const { daily_limit_usd: daily, monthly_limit_usd: monthly } = body;
	const dailyNanos = limitOf('daily_limit_usd', daily);
	const monthlyNanos = limitOf('monthly_limit_usd', monthly);
	if (dailyNanos !== undefined) caller.account.dailyLimitNanos = dailyNanos;
	if (monthlyNanos !== undefined) caller.account.monthlyLimitNanos = monthlyNanos;
	changed();
	return { status: 200, body: limits(caller.account) };
};

function limitOf(param: string, usd: number | null | undefined): bigint | null | undefined {
	if (usd === null || usd === undefined) return usd;
	const nanos = usd < 1e15 ? numberToNanos(usd) : LARGEST_NANOS + 1n;
	if (nanos > LARGEST_NANOS)
		throw invalid(param, `${param} must be at most ${nanosToNumber(LARGEST_NANOS)}`);
	return nanos;
}

function wholeNumber(query: Call['query'], name: string, otherwise: number, most: number): number {
	const text = query[name];
	if (text === undefined || text === '') return otherwise;
	const value = Number(text);
	if (!/^\d+$/.test(text) || value < 1 || value > most)
		throw invalid(name, `${name} must be a whole number from 1 to ${most}`);
	return value;
}
