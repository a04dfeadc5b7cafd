/** Deletes the oldest entries of a map or set that has too many. */
export function forgetOldest(entries: Map<unknown, unknown> | Set<unknown>, most: number): void {
	for (const key of entries.keys()) {
		if (entries.size <= most) return;
		entries.delete(key);
	}
}

/** Sets the newest entry of a map, and deletes the oldest if it has too many. */
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
