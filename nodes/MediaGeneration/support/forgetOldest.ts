/** Keeps a map or set to a number of entries: those that were put in first go. */
export function forgetOldest(entries: Map<unknown, unknown> | Set<unknown>, most: number): void {
	for (const key of entries.keys()) {
		if (entries.size <= most) return;
		entries.delete(key);
	}
}

/** Puts an entry into a map as its newest, in place of what was under its key, and keeps the map to a number of entries. */
export function setNewest<Key, Value>(
	entries: Map<Key, Value>,
	key: Key,
	value: Value,
	most: number,
): void {
	entries.delete(key);
	entries.set(key, value);
	forgetOldest(entries, most);
}
