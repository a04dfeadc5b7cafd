import { formatUsd } from '../../../contract/money';
import { chargedFields } from '../answers/money/amount';
import { detailsOf, type ErrorDetails, type NodeFailure } from './details';
import { saysUnaffordable } from './nothingMade';
import { readServiceError } from '../answers/failure/serviceError';

const PAYMENT_REQUIRED = 402;

/**
 * What the service says that it charged for a request although it refused it, as an error's details have it. What a
 * refusal for want of money, or at a limit, names is what the request would have cost.
 */
export function chargeOf(
	answer: unknown,
	status?: number,
): Pick<ErrorDetails, 'cost_usd' | 'cost_nanos'> {
	const charged = chargedFields(answer);
	return !charged.cost_usd ||
		status === PAYMENT_REQUIRED ||
		saysUnaffordable(readServiceError(answer))
		? {}
		: charged;
}

/** The same, in nanos, of an error that holds it. */
export const chargedBy = (failure: NodeFailure): bigint =>
	BigInt(detailsOf(failure).cost_nanos ?? 0);

/** What to do about a refusal that was charged all the same; nothing where it was not. */
export const chargedRemedy = ({
	cost_nanos,
}: Pick<ErrorDetails, 'cost_nanos'>): string | undefined =>
	cost_nanos === undefined
		? undefined
		: `Nothing was made, and the service says that it charged ${formatUsd(BigInt(cost_nanos))}. Change what its message names before you send it again.`;
