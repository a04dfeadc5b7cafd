/**
 * The outcome of work as a value, for callers that go on either way. `try` is left for synchronous code, and for `finally`.
 */
export async function settled<T>(work: Promise<T>): Promise<PromiseSettledResult<T>> {
	const [outcome] = await Promise.allSettled([work]);
	return outcome;
}
