import { findModel, kinds, modelKinds, type ModelKind } from '../../contract/catalog';
import { endpoints } from '../../contract/endpoints';
import { formatUsd, nanosToNumber, numberToNanos } from '../../contract/money';
import type { Balance } from '../../contract/schemas/billing';
import { completionRequest } from '../../contract/schemas/chat';
import { submission } from '../../contract/schemas/jobs';
import { iso } from '../clock';
import { completeChatOf } from '../chat/complete';
import { ApiError, invalid } from '../errors';
import { checkShape } from '../http/body';
import type { Call, Handler } from '../http/handler';
import { LARGEST_NANOS, type Funds } from '../ledger';
import type { ServedModels } from '../models';
import { chooseCost } from '../pricing';
import { readMediaRequest } from '../requests';
import type { LedgerEntry } from '../state';

const PAGE = { usual: 20, most: 100 };

/** "Returns the balance fields listed under Balance". */
export const getBalance: Handler<'getBalance'> = async ({ ledger }, { caller }) => ({
	status: 200,
	body: balance(ledger.fundsOf(caller.account)),
});

const CENT_NANOS = 10_000_000n;

/** "Balance". The nanos are exact, the dollars rounded half up to the cent for display. */
export function balance(funds: Funds): Balance {
	const inCents = (nanos: bigint) =>
		nanosToNumber(((nanos + CENT_NANOS / 2n) / CENT_NANOS) * CENT_NANOS);
	const amounts = {
		balance: funds.totalNanos,
		held: funds.heldNanos,
		available: funds.availableNanos,
		daily_spend: funds.dailySpendNanos,
		monthly_spend: funds.monthlySpendNanos,
	};
	const told = Object.entries(amounts).flatMap(([name, nanos]) => [
		[`${name}_usd`, inCents(nanos)],
		[`${name}_nanos`, Number(nanos)],
	]);
	return Object.fromEntries(told) as Balance;
}

/** "Paginated transaction history". @assumed newest first, by `limit` and `cursor` */
export const getTransactions: Handler<'getTransactions'> = async (_, { caller, query }) => {
	const { entries } = caller.account;
	const limit = wholeNumber(query, 'limit', PAGE.usual, PAGE.most);
	const end = wholeNumber(query, 'cursor', entries.length + 1, entries.length + 1) - 1;
	const start = Math.max(0, end - limit);
	const next = start > 0 ? String(start + 1) : null;
	const data = entries.slice(start, end).reverse().map(transaction);
	return { status: 200, body: { data, next_cursor: next } };
};

const transaction = ({ id, type, amountNanos, jobId, description, at }: LedgerEntry) => ({
	transaction_id: id,
	type,
	amount_usd: nanosToNumber(amountNanos),
	amount_nanos: Number(amountNanos),
	job_id: jobId,
	description,
	created_at: iso(at),
});

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
		return { status: 200, body: estimated(model, costNanos) };
	}
	const { model, values } = readMediaRequest(kind, checkShape(request, submission), media, true);
	return { status: 200, body: estimated(model.id, chooseCost(model, values)) };
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

/** No account can hold more than that, and a larger number of nanos is not exact in JSON. */
function estimated(model: string, nanos: bigint) {
	const problem = `This would cost more than ${formatUsd(LARGEST_NANOS)}`;
	if (nanos > LARGEST_NANOS) throw new ApiError(400, 'invalid_request', problem);
	return { model, estimated_cost_usd: nanosToNumber(nanos), estimated_cost_nanos: Number(nanos) };
}

/** "Sets daily and monthly spend limits". @assumed a limit that is left out stays, null takes it away */
export const setLimits: Handler<'setLimits'> = async ({ changed }, { caller, body }) => {
	const { daily_limit_usd: daily, monthly_limit_usd: monthly } = body;
	const dailyNanos = limitOf('daily_limit_usd', daily);
	const monthlyNanos = limitOf('monthly_limit_usd', monthly);
	const { account } = caller;
	if (dailyNanos !== undefined) account.dailyLimitNanos = dailyNanos;
	if (monthlyNanos !== undefined) account.monthlyLimitNanos = monthlyNanos;
	changed();
	const told = (nanos: bigint | null, as: (nanos: bigint) => number) =>
		nanos === null ? null : as(nanos);
	return {
		status: 200,
		body: {
			daily_limit_usd: told(account.dailyLimitNanos, nanosToNumber),
			monthly_limit_usd: told(account.monthlyLimitNanos, nanosToNumber),
			daily_limit_nanos: told(account.dailyLimitNanos, Number),
			monthly_limit_nanos: told(account.monthlyLimitNanos, Number),
		},
	};
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
