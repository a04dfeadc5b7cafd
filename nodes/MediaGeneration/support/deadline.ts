/** Work that took longer than it was given; `code` as of a connection that timed out. */
export class Overdue extends Error {
	readonly code = 'ETIMEDOUT';

	constructor(milliseconds: number) {
		super(`no end after ${milliseconds / 1000} s`);
	}
}

/**
 * Gives work so many milliseconds, from its beginning to its very end: a server that sends a byte a second does not
 * outlast it. The work is told to end by the signal that it is handed, which Stop sets off too, also after the work.
 * @throws Overdue when the time is over, whether or not the work has ended
 */
export async function withDeadline<T>(
	milliseconds: number,
	stop: AbortSignal | undefined,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const timer = timeoutSignal(milliseconds);
	// Of its own, as a stream that the work has handed on must not end when the time would have been over.
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

/** A signal that is set off after so many milliseconds, which may be a fraction, or more than a timer can count to. */
export function timeoutSignal(milliseconds: number): AbortSignal {
	return AbortSignal.timeout(Math.ceil(Math.min(milliseconds, LONGEST)));
}

/** What a timer can count to, in milliseconds. */
const LONGEST = 2 ** 31 - 1;
