import type { IDataObject } from 'n8n-workflow';
import { nanosToNumber } from '../../../../contract/money';
import { asText } from '../../support/data';

/** A record with its amounts in US dollars first and those in nanos last; what it tells in nanos alone is there in dollars too. */
export function dollarsFirst(record: IDataObject): IDataObject {
	const entries = Object.entries(record);
	const nanos = entries.filter(([name]) => name.endsWith('_nanos'));
	const others = entries.filter(([name]) => !name.endsWith('_nanos'));
	const worked = nanos.flatMap(([name, value]) => {
		const dollars = name.replace(/_nanos$/, '_usd');
		const exact = asText(value);
		return /^-?\d+$/.test(exact) && !Object.hasOwn(record, dollars)
			? [[dollars, nanosToNumber(BigInt(exact))] as const]
			: [];
	});
	const isDollars = ([name]: readonly [string, unknown]) => name.endsWith('_usd');
	return Object.fromEntries([
		...others.filter(isDollars),
		...worked,
		...others.filter((entry) => !isDollars(entry)),
		...nanos,
	]);
}
