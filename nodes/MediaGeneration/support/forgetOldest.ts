/** Keeps a map or set to a number of entries: those that were put in first go. */
export function forgetOldest(entries: Map<unknown, unknown> | Set<unknown>, most: number): void {
	for (const key of entries.keys()) {
		if (entries.size <= most) return;
		entries.delete(key);
	}
}
