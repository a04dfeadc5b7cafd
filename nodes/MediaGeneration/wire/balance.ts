import { availableIn } from './amount';

/** The spendable balance in nanos; the nanos of an answer count where it gives them. Nothing where it tells none. */
export function availableNanos(body: unknown): bigint | undefined {
	return availableIn(body);
}
