/**
 * How some work ends, as a value: for whoever goes on either way. `try` is left for what is synchronous, and for what is to
 * be done in the end.
 */
export async function settled<T>(work: Promise<T>): Promise<PromiseSettledResult<T>> {
	const [outcome] = await Promise.allSettled([work]);
	return outcome;
}
