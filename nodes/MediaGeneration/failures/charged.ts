import { formatUsd } from '../../../contract/money';
import { chargedFields } from '../answers/money/amount';
import type { ErrorDetails } from './details';
import { saysCannotPay } from './nothingMade';
import { readServiceError } from '../answers/failure/serviceError';

const PAYMENT_REQUIRED = 402;

/** The charge that the service tells for a refused request. Without money or at a limit, an amount is what it would have cost. */
export function chargeInRefusal(
	answer: unknown,
	status?: number,
): Pick<ErrorDetails, 'cost_usd' | 'cost_nanos'> {
	const charged = chargedFields(answer);
	return !charged.cost_usd || status === PAYMENT_REQUIRED || saysCannotPay(readServiceError(answer))
		? {}
		: charged;
}

/** The remedy for a refusal that was charged, if it was. */
export const remedyIfCharged = ({
	cost_nanos,
}: Pick<ErrorDetails, 'cost_nanos'>): string | undefined =>
	cost_nanos === undefined
		? undefined
		: `Nothing was made, and the service says that it charged ${formatUsd(BigInt(cost_nanos))}. Change what its message names before you send it again.`;
