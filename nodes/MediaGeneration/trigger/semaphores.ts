import type { IWebhookFunctions } from 'n8n-workflow';
import { timeoutSignal } from '../support/deadline';
import { Rejection } from './rejection';
import type { Client } from '../http/client';

/** How many may wait for one host. */
const MOST_WAITING = 1_000;

interface Queue {
	busy: number;
	waiting: Array<() => void>;
}

/** Work of which only so much is done at a time for each host, of all triggers in this process together. */
class Turns {
	private readonly queues = new Map<string, Queue>();

	constructor(private readonly atOnce: number) {}

	/**
	 * Does work when it is its turn. A host that keeps its connections open holds up nobody but its own.
	 * @throws Rejection 503 when too many wait already
	 */
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
export async function turnToStart(client: Client<IWebhookFunctions>): Promise<() => void> {
	const response = client.context.getResponseObject();
	return await new Promise((begin, refuse) => {
		const start = async () =>
			await new Promise<void>((end) => {
				response.once('finish', end);
				timeoutSignal(LONGEST_START_MS).addEventListener('abort', () => end());
				begin(() => {
					if (response.closed) end();
					else response.once('close', end);
				});
			});
		startTurns.take('n8n', start).catch(refuse);
	});
}
