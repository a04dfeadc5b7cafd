import { formatUsd } from '../../../contract/money';
import { withDetails } from '../failures/details';
import { nodeFailure, type NodeFailure } from '../failures/failure';
import type { Client, ExecutionClient } from '../http/client';
import { isOutside } from '../n8n/outside';
import type { Attempt } from './attempt';
import type { RequestStore } from './request';

/**
 * Why there is no room in the run's budget for one more attempt. All that may have been paid for counts, and what is
 * reserved for others.
 * @param attempt planned, or reserved before what others cost was known
 */
export function noRoomFor(
	{ limit, spent }: RequestStore,
	own: ExecutionClient,
	attempt: Attempt | undefined,
): NodeFailure | undefined {
	const price = attempt && 'price' in attempt ? (attempt.price ?? 0n) : 0n;
	const taken = attempt?.state === 'reserved' ? spent - price : spent;
	if (limit === undefined || taken + price <= limit) return undefined;
	const left = formatUsd(limit > taken ? limit - taken : 0n);
	const message = `A try can cost up to ${formatUsd(price)}, and of the ${limitOf(own)} of ${formatUsd(limit)} only ${left} is left`;
	const unit = own.variant ? 'variant' : 'item';
	const remedy = `Every try that may have been paid for counts. ${waysWithin(own, unit)}`;
	return withDetails(nodeFailure(own, message, `Nothing was sent. ${remedy}`), { remedy });
}

/** What the field is called that limits a run, for a node or for an agent's tool. */
export const limitOf = ({ isTool }: Client) => (isTool ? 'Maximum Cost per Call' : 'Maximum Cost');

/** What can be done to stay within it; an agent cannot raise it. */
export const waysWithin = ({ isTool, context, node }: ExecutionClient, unit = 'item') =>
	isTool
		? `Choose a cheaper model, or a shorter video.${isOutside(context, node) ? OF_ALL_CALLS : ''}`
		: `Raise the maximum, choose a cheaper model, or send fewer ${unit}s.`;

const OF_ALL_CALLS =
	' Outside a workflow, the maximum is for all calls of this tool together, until an hour after the last paid one: if nothing fits, do not call again, and tell the user that the budget is used up.';
