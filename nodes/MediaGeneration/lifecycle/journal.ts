import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { ExecutionClient } from '../http/client';
import { memoryOfToolOutside } from '../n8n/outside';
import { asText, dataOf, messageOf } from '../support/data';
import { lazily } from '../support/lazily';
import {
	decidingAttempt,
	isAccepted,
	sumOf,
	unclearIn,
	type Accepted,
	type Attempt,
} from './attempt';
import { transition, type LifeEvent } from './events';
import type { LedgerEntry } from './ledger/entry';
import type { LedgerAttempt } from './ledger/rows';
import { attemptFrom, serializedAttempt } from './storedAttempt';

const REQUESTS = 'mediaGenerationRequests';
/** Of a tool outside a workflow; older ones are forgotten, and stay in the sum. */
const MOST_REMEMBERED = 100;

/** Calls of agents, by execution, node and request. */
const callsUnderWay = new Set<string>();

/** Tells one request from another. */
export const hashOf = (request: unknown): string =>
	createHash('sha256').update(JSON.stringify(request)).digest('hex');

/**
 * What this execution knows of the requests of one run of the node. It survives Retry On Fail and a pause; of a tool
 * outside a workflow it is in this process alone.
 */
export class Journal {
	/** The run's Maximum Cost in nanos; set before any row is priced. */
	limit?: bigint;
	readonly requests: Request[] = [];

	private readonly memory = lazily(() =>
		memoryOfToolOutside(this.client.context, this.client.node),
	);
	private readonly stored = lazily(() => this.memory()?.requests ?? placeIn(this.client));
	/** Once, as an expression takes its time. */
	private readonly runName = lazily(() =>
		this.client.isTool
			? 'tool'
			: asText(this.client.context.evaluateExpression('{{ $runIndex }}', 0)),
	);
	private readonly costs = lazily(() => this.memory() ?? { most: this.costOfStored() });

	constructor(private readonly client: ExecutionClient) {}

	/** The most that all attempts of the run can have cost, in nanos. */
	get spent(): bigint {
		return this.costs().most;
	}

	/** The name of a request, the same in a retry; another round of a loop is another run. */
	nameOf(place: string, wanted: unknown): string {
		return `${this.runName()}:${place}:${hashOf(wanted)}`;
	}

	/**
	 * The request of this name, with earlier attempts. Equal calls of an agent side by side each make something; a repeated
	 * one takes up what a failed one has left.
	 */
	open(own: ExecutionClient, name: string): Request {
		const full = this.client.isTool ? this.callName(name) : name;
		const attempts = this.attemptsOf(full);
		if (this.client.isTool) {
			callsUnderWay.add(this.inProcess(full));
			if (!this.memory()) this.costs().most += sumOf(attempts);
		}
		const request = new Request(this, own, full, attempts);
		this.requests.push(request);
		return request;
	}

	/** @param before nothing, if it is new */
	note(request: Request, before: Attempt | undefined, after: Attempt): void {
		const added = sumOf([after]) - sumOf(before ? [before] : []);
		this.costs().most += added;
		const memory = this.memory();
		if (memory && added > 0n) memory.paidAt = Date.now();
		this.store(request);
	}

	forget({ name }: Request): void {
		delete this.stored()[name];
	}

	/** Forgets secrets that the node has given out. */
	forgetSecrets(): void {
		for (const [name, request] of Object.entries(this.stored()))
			if (dataOf(request).secret === true) delete this.stored()[name];
	}

	/** Ends the run: what was not sent needs no room in a budget. @param isDone whether it has succeeded */
	close(isDone: boolean): void {
		for (const request of this.requests) {
			request.withhold('the run ended before its turn');
			if (!this.client.isTool) continue;
			if (isDone) this.forget(request);
			callsUnderWay.delete(this.inProcess(request.name));
		}
	}

	private store(request: Request): void {
		const attempts = request.attempts.filter(isWorthStoring);
		if (attempts.length === 0) return this.forget(request);
		const { share } = this.client;
		this.stored()[request.name] = {
			attempts: attempts.map((attempt) => serializedAttempt(attempt, share)),
			row: request.entry?.attemptId ?? this.attemptIdOf(request.name),
			// What is made for free is a key, whose secret is forgotten once the node has given it out.
			...(!request.spends && { secret: true }),
		};
		if (!this.memory()) return;
		for (const old of Object.keys(this.stored()).slice(0, -MOST_REMEMBERED))
			delete this.stored()[old];
	}

	attemptIdOf(name: string): string | undefined {
		const { row } = dataOf(this.stored()[name]);
		return typeof row === 'string' ? row : undefined;
	}

	private attemptsOf(name: string): Attempt[] {
		const { attempts } = dataOf(this.stored()[name]);
		return Array.isArray(attempts) ? attempts.flatMap((one) => attemptFrom(one) ?? []) : [];
	}

	/** That of an agent's call is added once it is open. */
	private costOfStored(): bigint {
		if (this.client.isTool) return 0n;
		const own = Object.keys(this.stored()).filter((name) => name.startsWith(`${this.runName()}:`));
		return sumOf(own.flatMap((name) => this.attemptsOf(name)));
	}

	private callName(name: string): string {
		const isFree = (call: string) => !callsUnderWay.has(this.inProcess(call));
		const left = Object.keys(this.stored()).find(
			(call) => call.startsWith(`${name}:`) && isFree(call),
		);
		if (left) return left;
		let number = 0;
		while (!isFree(`${name}:${number}`)) number++;
		return `${name}:${number}`;
	}

	private inProcess(name: string): string {
		const { context, node } = this.client;
		const place = this.memory()?.key ?? `${context.getExecutionId()}:${node.id}`;
		return `${place}:${name}`;
	}
}

function isWorthStoring(attempt: Attempt): boolean {
	if (['planned', 'reserved', 'not_sent'].includes(attempt.state)) return false;
	const hasEnded = attempt.state === 'refused' || attempt.state === 'failed';
	return !hasEnded || sumOf([attempt]) > 0n;
}

function placeIn({ context }: ExecutionClient): IDataObject {
	try {
		const node = context.getContext('node');
		return (node[REQUESTS] = dataOf(node[REQUESTS]));
	} catch (error) {
		context.logger.debug(
			`What was submitted is remembered for this call only: ${messageOf(error)}`,
		);
		return {};
	}
}

/** One request of a run, with all attempts at it. */
export class Request {
	entry?: LedgerEntry;
	/** The job of an earlier request with its key, where it is taken up: its `row` as found, its `attempt` as it goes on. */
	reused?: LedgerAttempt;
	/** Whether it costs money; a key does not. */
	spends = true;

	constructor(
		readonly journal: Journal,
		readonly own: ExecutionClient,
		readonly name: string,
		private tries: Attempt[],
	) {
		if (this.current?.state === 'sending')
			this.append({
				type: 'interrupted',
				why: { message: 'the node was interrupted while the request was in progress' },
			});
	}

	/** The oldest first. */
	get attempts(): readonly Attempt[] {
		return this.tries;
	}

	/** The last attempt, or that of somebody else which was taken up. */
	get current(): Attempt | undefined {
		return this.reused?.attempt ?? this.tries.at(-1);
	}

	/** The attempt that tells how the request stands. */
	get standing(): Attempt | undefined {
		return this.reused?.attempt ?? decidingAttempt(this.tries);
	}

	get unclear() {
		return unclearIn(this.tries);
	}

	/** Begins another attempt. @param price in nanos */
	begin(price: bigint | undefined): void {
		if (this.current?.state === 'planned') {
			this.append({ type: 'priced', price });
			return;
		}
		this.entry?.leave();
		const attempt: Attempt = { state: 'planned', price };
		this.tries.push(attempt);
		this.journal.note(this, undefined, attempt);
	}

	/** Takes down what has happened to the current attempt, in all sinks. */
	append(event: LifeEvent): void {
		// That another's job is gone is for whoever made it to say.
		if (this.reused && event.type === 'gone') return;
		const before = this.current;
		const after = before && transition(before, event);
		if (!before || !after) {
			const { logger } = this.own.context;
			logger.error(`A request that is ${before?.state ?? 'not begun'} cannot be ${event.type}`);
			return;
		}
		if (this.reused) this.reused = { ...this.reused, attempt: after };
		else {
			this.tries[this.tries.length - 1] = after;
			this.journal.note(this, before, after);
		}
		this.entry?.write(after);
	}

	/** Keeps what was not sent yet from being sent. */
	withhold(message: string): void {
		const state = this.current?.state;
		if (state === 'planned' || state === 'reserved')
			this.append({ type: 'withheld', why: { message } });
	}

	/** Has the request stand as another with its key does. */
	takeUp(found: LedgerAttempt): void {
		this.withhold('an earlier request with this key was used instead');
		this.entry?.takeUp(found);
		this.reused = found;
	}

	/** The attempt that tells how the request stands, if it was accepted. */
	get accepted(): Accepted | undefined {
		const { standing } = this;
		return standing && isAccepted(standing) ? standing : undefined;
	}
}
