import { Overdue, timeoutSignal } from '../support/deadline';

/**
 * Limits how long work may be silent, in milliseconds.
 * @param work calls its argument whenever it goes on
 * @throws Overdue when it was silent for too long
 */
export async function withIdleTimeout<T>(
	idleMs: number,
	work: (goesOn: () => void) => Promise<T>,
): Promise<T> {
	let lastAt = Date.now();
	let isOver = false;
	const silence = new Promise<never>((_, reject) => {
		const watch = (milliseconds: number) => {
			timeoutSignal(milliseconds).onabort = () => {
				const left = lastAt + idleMs - Date.now();
				if (left <= 0) reject(new Overdue(idleMs));
				else if (!isOver) watch(left);
			};
		};
		watch(idleMs);
	});
	const goesOn = () => {
		lastAt = Date.now();
	};
	try {
		return await Promise.race([work(goesOn), silence]);
	} finally {
		isOver = true;
	}
}
