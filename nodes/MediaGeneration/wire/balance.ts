import type { IDataObject } from 'n8n-workflow';
import { usdToNanos } from '../../../contract/money';

/** The spendable balance in nanos; the nanos of an answer count where it gives them. Nothing where it tells none. */
export function availableNanos({ available_nanos, available_usd }: IDataObject): bigint | undefined {
	if (typeof available_nanos === 'string' && /^-?\d+$/.test(available_nanos)) return BigInt(available_nanos);
	if (typeof available_nanos === 'number' && Number.isInteger(available_nanos)) return BigInt(available_nanos);
	const usd = typeof available_usd === 'string' ? Number(available_usd) : available_usd;
	return typeof usd === 'number' && Number.isFinite(usd) ? usdToNanos(usd.toFixed(9)) : undefined;
}
