import type { IDataObject } from 'n8n-workflow';
import { nanosToUsd } from '../../../contract/money';
import { modelId } from '../../support/sandbox';
import { tellsAmount } from '../amount';
import { free, saidIn, type Cell, type Outcome } from '../cell';
import type { World } from '../world';

const funds = ({ running, account }: World) =>
	running.sandbox.context.ledger.fundsOf(running.sandbox.state.accounts.get(account.accountId)!);

/** The balance, with its nanos under a name that ends as the document says. */
async function balance(world: World): Promise<Outcome> {
	const result = await world.node({ resource: 'billing', operation: 'getBalance' });
	const fields = result.items[0]?.json ?? {};
	const { availableNanos, heldNanos } = funds(world);
	const nanos = Object.entries(fields).find(([name]) => /^available.*nanos$/i.test(name))?.[1];
	return {
		...saidIn(result),
		available:
			Number(fields.available_usd) === Number(Number(nanosToUsd(availableNanos)).toFixed(2)) ||
			Math.abs(Number(fields.available_usd) - Number(nanosToUsd(availableNanos))) < 0.005
				? 'right'
				: JSON.stringify(fields),
		held:
			Number(fields.held_usd) === Number(nanosToUsd(heldNanos)) ? 'right' : JSON.stringify(fields),
		nanos: String(nanos) === String(availableNanos) ? 'right' : JSON.stringify(fields),
		whole: true,
	};
}

/** The fields of a transaction that hold its ID, whatever they are called. */
const mentions = (entry: IDataObject, id: string) => Object.values(entry).includes(id);

async function transactions(world: World): Promise<Outcome> {
	const { entries } = world.running.sandbox.state.accounts.get(world.account.accountId)!;
	const result = await world.node({
		resource: 'billing',
		operation: 'getTransactions',
		returnAll: true,
	});
	const newestFirst = [...entries].reverse();
	const found = newestFirst.filter(({ id }, index) =>
		mentions(result.items[index]?.json ?? {}, id),
	);
	return {
		...saidIn(result),
		missing: newestFirst.length - found.length,
		extra: result.items.length - found.length,
		whole: result.items.length >= newestFirst.length,
	};
}

async function estimate(world: World): Promise<Outcome> {
	const result = await world.node({
		resource: 'billing',
		operation: 'estimateCost',
		kind: 'video',
		model: modelId('sandbox-video-routed'),
		specifyParameters: 'json',
		parametersJson: { seconds: 5 },
	});
	const { estimated_cost_usd: usd, estimated_cost_nanos: nanos } = result.items[0]?.json ?? {};
	return { ...saidIn(result), usd, nanos, whole: usd !== undefined };
}

async function limits(world: World): Promise<Outcome> {
	const result = await world.node({
		resource: 'billing',
		operation: 'setLimits',
		limits: { daily_limit_usd: 777.25, monthly_limit_usd: 888.5 },
	});
	const { dailyLimitNanos, monthlyLimitNanos } = world.running.sandbox.state.accounts.get(
		world.account.accountId,
	)!;
	const answered = world.answers.at(-1)?.body ?? '';
	const tells = /777/.test(answered);
	return {
		...saidIn(result),
		set: [String(dailyLimitNanos), String(monthlyLimitNanos)],
		told:
			!tells ||
			(tellsAmount(result.items[0]?.json, 777.25) && tellsAmount(result.items[0]?.json, 888.5))
				? 'right'
				: JSON.stringify(result.items[0]?.json),
		items: result.items.length,
		whole: true,
	};
}

/** Funds, their history, estimates and limits. */
export const billingCells: readonly Cell[] = [
	free('billing: balance', { available: 'right', held: 'right', nanos: 'right' }, balance),
	free('billing: transactions', { missing: 0, extra: 0 }, transactions),
	free('billing: estimate', { usd: 0.9, nanos: '900000000' }, estimate),
	free(
		'billing: limits',
		{ set: ['777250000000', '888500000000'], told: 'right', items: 1 },
		limits,
	),
];
