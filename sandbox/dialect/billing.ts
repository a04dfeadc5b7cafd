import { nanosToNumber, nanosToUsd } from '../../contract/money';
import { endpoints } from '../../contract/endpoints';
import type { Call } from '../http/handler';
import type { LedgerEntry } from '../state';
import { fill, type Values } from './fill';
import { tellPage } from './pages';
import { strayIds, type Speaker, type Teller } from './speaker';

/** The balance: dollars under their documented names, nanos under names that end as the document says. */
export const tellBalance: Teller = ({ choices }, { status, body }) => {
	const { nanos, usd } = choices.billing;
	const exact = body as Record<string, number>;
	const amounts = Object.entries(exact).map(([name, amount]) => {
		if (name.endsWith('_usd')) {
			const dollars = nanosToNumber(BigInt(exact[name.replace(/_usd$/, '_nanos')] ?? 0)).toFixed(
				usd.digits,
			);
			return [name, usd.as === 'text' ? dollars : Number(dollars)];
		}
		return [
			nanos.field.replace('$', name.replace(/_nanos$/, '')),
			nanos.as === 'text' ? String(amount) : amount,
		];
	});
	return { status, body: Object.fromEntries(amounts) };
};

/** What an operation would cost. */
export const tellEstimate: Teller = ({ choices }, { status, body }) => {
	const { estimate, estimateEnvelope } = choices.billing;
	const { model, estimated_cost_nanos } = body as { model: string; estimated_cost_nanos: number };
	const told = fill(estimate, { model, ...amountsOf(BigInt(estimated_cost_nanos)) });
	return { status, body: fill(estimateEnvelope, { ...strayIds, body: told }) };
};

/** The limits as they are now. */
export const tellLimits: Teller = ({ choices, context }, { body }) => {
	const { limits } = choices.billing;
	const {
		daily_limit_usd: daily,
		monthly_limit_usd: monthly,
		daily_limit_nanos: dailyNanos,
		monthly_limit_nanos: monthlyNanos,
	} = body as Values;
	const now = new Date(context.clock.now()).toISOString();
	return {
		status: limits.status,
		body:
			limits.status === 204
				? undefined
				: fill(limits.body, { ...strayIds, daily, monthly, dailyNanos, monthlyNanos, now }),
	};
};

/** The handler checks a query of its own; the dialect has another, and pages by itself. */
export function hearTransactions(_: Speaker, call: Call): Call {
	return { ...call, query: {} };
}

/** A page of the history, newest first. */
export const tellTransactions: Teller = (speaker, _, { caller, query }) => {
	const { entry: shape, ...list } = speaker.choices.transactions;
	const newestFirst = [...caller.account.entries].reverse();
	const entries = newestFirst.map((entry) => ({
		id: entry.id,
		entry: fill(shape, transactionValues(entry)),
	}));
	return tellPage(speaker, list, { path: endpoints.getTransactions.path, entries }, query);
};

function transactionValues({ id, type, amountNanos, jobId, description, at }: LedgerEntry): Values {
	return {
		id,
		type,
		jobId,
		text: description,
		at: new Date(at).toISOString(),
		unix: Math.floor(at / 1000),
		...amountsOf(amountNanos),
	};
}

function amountsOf(nanos: bigint): Values {
	const cents = Number(nanos) / 10_000_000;
	return {
		cents,
		nanos: Number(nanos),
		nanosText: nanos.toString(),
		usd: nanosToNumber(nanos),
		usdText: nanosToUsd(nanos),
	};
}
