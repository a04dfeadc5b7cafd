/** Where progress goes: a call is one finished line; `status`, if there, rewrites the line in place. */
export interface Log {
	(line: string): void;
	status?: (text: string) => void;
}

const TTY_TICK_MS = 1_000;
const LINE_TICK_MS = 15_000;

/** A log on stderr; on a terminal, running steps rewrite their own line. */
export function stderrLog(): Log {
	const terminal = process.stderr.isTTY;
	const clear = terminal ? '\r\u001b[K' : '';
	const log: Log = (line) => void process.stderr.write(`${clear}${line}\n`);
	if (terminal) log.status = (text) => void process.stderr.write(`${clear}${text}`);
	return log;
}

/** A log that says nothing. */
export const silentLog: Log = () => undefined;

/** Whole seconds since `startedAt` (milliseconds), as in `12 s`. */
export function elapsed(startedAt: number): string {
	return `${Math.round((Date.now() - startedAt) / 1_000)} s`;
}

/**
 * Runs `work`, showing `label … 35 s` while it lasts and the total when it is done.
 * @throws whatever `work` throws
 */
export async function withProgress<T>(log: Log, label: string, work: () => Promise<T>): Promise<T> {
	const startedAt = Date.now();
	const show = log.status ?? log;
	show(`${label} …`);
	const timer = setInterval(
		() => show(`${label} … ${elapsed(startedAt)}`),
		log.status ? TTY_TICK_MS : LINE_TICK_MS,
	);
	try {
		const result = await work();
		log(`${label}: done in ${elapsed(startedAt)}`);
		return result;
	} catch (error) {
		log(`${label}: failed after ${elapsed(startedAt)}`);
		throw error;
	} finally {
		clearInterval(timer);
	}
}
