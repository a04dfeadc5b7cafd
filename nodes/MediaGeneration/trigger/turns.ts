import { Refusal } from './refusal';

/** How many deliveries are asked about at a time in this process. */
const AT_ONCE = 5;
/** How many more may wait for it. */
const MOST_WAITING = 1_000;

let busy = 0;
const waiting: Array<() => void> = [];

/**
 * Does work when it is its turn: few look-ups at a time, of all triggers in this process together.
 * @param mayWait whether this one may wait; asked again when its turn has come
 * @throws Refusal 503 when too many wait already, or this one may not
 */
export async function inTurn<T>(mayWait: () => boolean, work: () => Promise<T>): Promise<T> {
	const mustWait = busy >= AT_ONCE;
	if (mustWait && (waiting.length >= MOST_WAITING || !mayWait())) throw tooMany();
	if (mustWait) await new Promise<void>((resolve) => waiting.push(resolve));
	else busy++;
	try {
		if (mustWait && !mayWait()) throw tooMany();
		return await work();
	} finally {
		const next = waiting.shift();
		if (next) next();
		else busy--;
	}
}

const tooMany = () => new Refusal(503, 'Too many deliveries at once; try again');
