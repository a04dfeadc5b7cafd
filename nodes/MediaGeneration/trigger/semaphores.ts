import { Rejection } from './rejection';

const MOST_WAITING = 1_000;

interface Queue {
	busy: number;
	waiting: Array<() => void>;
}

/** Work of which only so much is done at a time for each host, in this process. */
class Turns {
	private readonly queues = new Map<string, Queue>();

	constructor(private readonly atOnce: number) {}

	/** @throws Rejection 503 when too many wait already */
	async take<T>(host: string, work: () => Promise<T>): Promise<T> {
		const queue = this.queues.get(host) ?? { busy: 0, waiting: [] };
		this.queues.set(host, queue);
		const mustWait = queue.busy >= this.atOnce;
		if (mustWait && queue.waiting.length >= MOST_WAITING) throw tooMany();
		if (mustWait) await new Promise<void>((resolve) => queue.waiting.push(resolve));
		else queue.busy++;
		try {
			return await work();
		} finally {
			const next = queue.waiting.shift();
			if (next) next();
			else if (--queue.busy === 0) this.queues.delete(host);
		}
	}
}

export const tooMany = () => new Rejection(503, 'Too many deliveries at once; try again');

export const lookTurns = new Turns(5);
/** Downloads of files, which take longer. */
export const downloadTurns = new Turns(5);
