/** A mark that objects carry unseen, as long as they live. */
export function createMark() {
	const marked = new WeakSet<object>();
	return {
		/** Marks an object, and gives it back. */
		put<O extends object>(it: O): O {
			marked.add(it);
			return it;
		},
		/** Whether a value is an object that is marked. */
		isOn: (it: unknown): boolean => typeof it === 'object' && it !== null && marked.has(it),
	};
}
