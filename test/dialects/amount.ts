const UNITS: ReadonlyArray<readonly [words: RegExp, perUsd: number]> = [
	[/nanos/i, 1e9],
	[/./, 1],
];

/** Whether an amount in US dollars stands anywhere in a value, in dollars or, where a name says so, in nanos. */
export function tellsAmount(value: unknown, usd: number, name = 'value'): boolean {
	if (Array.isArray(value)) return value.some((entry) => tellsAmount(entry, usd, name));
	if (typeof value === 'object' && value !== null)
		return Object.entries(value).some(([field, inner]) => tellsAmount(inner, usd, field));
	if (typeof value !== 'number' && typeof value !== 'string') return false;
	const perUsd = UNITS.find(([words]) => words.test(name))?.[1] ?? 1;
	return value !== '' && Math.abs(Number(value) / perUsd - usd) < 1e-9;
}
