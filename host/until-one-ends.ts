const LAST_LINES = 30;

/** Something that should run until it is told to end. */
export interface Lasting {
	/** At the beginning of a sentence, as in `The sandbox`. */
	name: string;
	exited: Promise<number>;
	logs(): string;
}

/**
 * Waits for as long as all of them run.
 * @throws Error with the last lines of the first that ends by itself
 */
export async function untilOneEnds(all: readonly Lasting[]): Promise<never> {
	const { name, code, logs } = await Promise.race(
		all.map(async (each) => ({ name: each.name, code: await each.exited, logs: each.logs() })),
	);
	const lastLines = logs.split('\n').slice(-LAST_LINES).join('\n');
	throw new Error(
		`${name} ended by itself (exit code ${code}), so everything stops. Its last lines:\n${lastLines}`,
	);
}
