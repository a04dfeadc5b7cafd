/** Something that is made when it is first asked for, and the same from then on. */
export function lazily<T>(make: () => T): () => T {
	let made: { value: T } | undefined;
	return () => (made ??= { value: make() }).value;
}
