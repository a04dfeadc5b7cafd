import type { IWebhookFunctions } from 'n8n-workflow';
import { alarm } from '../transport/deadline';
import { Rejection } from './rejection';

/** How many may wait. */
const MOST_WAITING = 1_000;

/** Work of which only so much is done at a time, of all triggers in this process together. */
class Turns {
	private busy = 0;
	private readonly waiting: Array<() => void> = [];

	constructor(private readonly atOnce: number) {}

	/**
	 * Does work when it is its turn.
	 * @param mayWait whether this one may wait; asked again when its turn has come
	 * @throws Rejection 503 when too many wait already, or this one may not
	 */
	async take<T>(work: () => Promise<T>, mayWait = () => true): Promise<T> {
		const mustWait = this.busy >= this.atOnce;
		if (mustWait && (this.waiting.length >= MOST_WAITING || !mayWait())) throw tooMany();
		if (mustWait) await new Promise<void>((resolve) => this.waiting.push(resolve));
		else this.busy++;
		try {
			if (mustWait && !mayWait()) throw tooMany();
			return await work();
		} finally {
			const next = this.waiting.shift();
			if (next) next();
			else this.busy--;
		}
	}
}

const tooMany = () => new Rejection(503, 'Too many deliveries at once; try again');

/** Look-ups at the API. */
export const lookTurns = new Turns(5);
/** Downloads of files, which take longer. */
export const downloadTurns = new Turns(5);
/**
 * Workflows that n8n is told to start. It writes each to its database before it answers; where so many are begun at once
 * that one waits too long for the database (SQLite: a minute), it gives that one up, and may start it all the same one day.
 */
const startTurns = new Turns(10);

/** A start that nobody hears of keeps others from their turn no longer than this, in milliseconds; n8n may still begin it. */
const LONGEST_START_MS = 120_000;

/**
 * Waits for the turn to start a workflow, which lasts until n8n has answered, and so has saved what it saves; where the
 * sender has hung up nobody is answered, and it lasts until n8n has begun the execution.
 * @returns what to call then
 * @throws Rejection 503 when too many wait already
 */
export async function turnToStart(context: IWebhookFunctions): Promise<() => void> {
	const response = context.getResponseObject();
	return await new Promise((begin, refuse) => {
		const start = async () =>
			await new Promise<void>((end) => {
				response.once('finish', end);
				alarm(LONGEST_START_MS).addEventListener('abort', () => end());
				begin(() => {
					if (response.closed) end();
					else response.once('close', end);
				});
			});
		startTurns.take(start).catch(refuse);
	});
}
