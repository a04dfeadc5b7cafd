/**
 * Every text in a value of any depth and shape: keys and values, and of errors also message, stack and cause.
 * Getters are not called.
 */
export function stringsIn(value: unknown): string[] {
	const found: string[] = [];
	const seen = new Set<object>();
	const open: unknown[] = [value];
	while (open.length > 0) {
		const next = open.pop();
		if (typeof next === 'string') found.push(next);
		if (typeof next !== 'object' || next === null || seen.has(next) || ArrayBuffer.isView(next))
			continue;
		seen.add(next);
		for (const name of Object.getOwnPropertyNames(next)) {
			if (!Array.isArray(next)) found.push(name);
			open.push(Object.getOwnPropertyDescriptor(next, name)?.value);
		}
	}
	return found;
}
