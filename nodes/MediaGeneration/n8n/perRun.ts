/**
 * Something that is made once for each run of a node, or for each request, and is gone with it. n8n gives a node no object
 * that lives as long as one run of it but its context, and asks its own database or copies whole nodes each time it is asked.
 */
export function perRun<Context extends object, T>(make: (context: Context) => T): (context: Context) => T {
	const made = new WeakMap<Context, { value: T }>();
	return (context) => {
		const known = made.get(context) ?? { value: make(context) };
		made.set(context, known);
		return known.value;
	};
}
