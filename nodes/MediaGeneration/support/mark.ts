/** A hidden mark on objects. */
export function createMark() {
	const marked = new WeakSet<object>();
	return {
		/** Marks an object, and returns it. */
		put<O extends object>(it: O): O {
			marked.add(it);
			return it;
		},
		/** Whether a value is marked. */
		isOn: (it: unknown): boolean => typeof it === 'object' && it !== null && marked.has(it),
	};
}
