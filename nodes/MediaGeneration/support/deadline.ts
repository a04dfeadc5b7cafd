/** Work exceeded its time; `code` is that of a connection that timed out. */
export class Overdue extends Error {
	readonly code = 'ETIMEDOUT';

	constructor(milliseconds: number) {
		super(`no end after ${milliseconds / 1000} s`);
	}
}

/**
 * Limits work to so many milliseconds in total, however slowly it goes on. Its signal is set off by the timeout, and by `stop`,
 * even after the work has ended.
 * @throws Overdue when the time is over
 */
export async function withDeadline<T>(
	milliseconds: number,
	stop: AbortSignal | undefined,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const timer = timeoutSignal(milliseconds);
	// Not the timer's own signal: it would end a stream that the work has returned.
	const end = new AbortController();
	const { signal } = end;
	const expire = () => end.abort();
	const over = new Promise<never>((_, reject) => {
		signal.addEventListener('abort', () => reject(new Overdue(milliseconds)));
	});
	timer.addEventListener('abort', expire);
	try {
		return await Promise.race([over, work(stop ? AbortSignal.any([stop, signal]) : signal)]);
	} finally {
		timer.removeEventListener('abort', expire);
	}
}

/**
 * As {@link withDeadline}, for work that does not listen: it is not waited for beyond `stop` either.
 * @throws Overdue when the time is over, and the signal's reason on Stop
 */
export async function withDeadlineOrStop<T>(
	milliseconds: number,
	stop: AbortSignal | undefined,
	work: () => Promise<T>,
): Promise<T> {
	return await withDeadline(milliseconds, stop, async (signal) => {
		signal.throwIfAborted();
		return await orAborted(signal, work());
	});
}

/**
 * What work gives, unless the signal is set off first. Node.js keeps a combined signal for ever while anybody listens to it.
 * @throws the signal's reason
 */
export async function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
	let end: () => void = () => undefined;
	const aborted = new Promise<never>((_, reject) => {
		end = () => reject(signal.reason);
		signal.addEventListener('abort', end);
	});
	try {
		return await Promise.race([aborted, work]);
	} finally {
		signal.removeEventListener('abort', end);
	}
}

/** `AbortSignal.timeout` for any number of milliseconds. */
export function timeoutSignal(milliseconds: number): AbortSignal {
	return AbortSignal.timeout(Math.ceil(Math.min(milliseconds, LONGEST)));
}

/** The longest time of a timer, in milliseconds. */
const LONGEST = 2 ** 31 - 1;
