import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { ExecutionClient } from '../http/client';
import { memoryOf } from '../n8n/outside';
import { asText, dataOf, messageOf } from '../support/data';
import { lazily } from '../support/lazily';
import { sumOf, type Attempt } from './attempt';
import { Request, type RequestStore } from './request';
import { attemptFrom, storedAttempt } from './storedAttempt';

const REQUESTS = 'mediaGenerationRequests';
/** So many failed calls of a tool outside a workflow are remembered; the sum counts all. */
const MOST_REMEMBERED = 100;

/** The calls of agents that run in this process, by execution, node and request. */
const callsUnderWay = new Set<string>();

/** Tells one request from another. */
export const hashOf = (request: unknown): string =>
	createHash('sha256').update(JSON.stringify(request)).digest('hex');

/**
 * What this execution knows of the requests of one run of the node, in n8n's own storage: it survives Retry On Fail and
 * a pause. For an agent's tool outside a workflow it is in the memory of this process.
 */
export class Journal implements RequestStore {
	limit?: bigint;
	readonly requests: Request[] = [];

	private readonly memory = lazily(() => memoryOf(this.client.context, this.client.node));
	private readonly stored = lazily(() => this.memory()?.requests ?? placeIn(this.client));
	/** Worked out once, as an expression takes its time. */
	private readonly runName = lazily(() =>
		this.client.isTool
			? 'tool'
			: asText(this.client.context.evaluateExpression('{{ $runIndex }}', 0)),
	);
	private readonly costs = lazily(() => this.memory() ?? { most: this.costOfStored() });

	constructor(private readonly client: ExecutionClient) {}

	get spent(): bigint {
		return this.costs().most;
	}

	/**
	 * The name of a request: the run of the node, the place in it, and what is asked for. A retry asks the same again;
	 * another round of a loop is another run.
	 */
	nameOf(place: string, asked: unknown): string {
		return `${this.runName()}:${place}:${hashOf(asked)}`;
	}

	/**
	 * The request of this name, with the attempts made at it before. Equal calls of an agent side by side each make
	 * something; one that repeats a failed call goes on with what that has left.
	 */
	open(own: ExecutionClient, name: string): Request {
		const full = this.client.isTool ? this.callName(name) : name;
		const attempts = this.attemptsOf(full);
		const { most } = this.costs();
		if (this.client.isTool) {
			callsUnderWay.add(this.inProcess(full));
			if (!this.memory()) this.costs().most = most + sumOf(attempts);
		}
		const request = new Request(this, own, full, attempts);
		this.requests.push(request);
		return request;
	}

	note(request: Request, before: Attempt | undefined, after: Attempt): void {
		const added = sumOf([after]) - (before ? sumOf([before]) : 0n);
		this.costs().most += added;
		const memory = this.memory();
		if (memory && added > 0n) memory.paidAt = Date.now();
		this.store(request);
	}

	/** Forgets a request whose result need not be kept. */
	forget({ name }: Request): void {
		delete this.stored()[name];
	}

	/** Forgets the secrets that the node has given out. */
	forgetSecrets(): void {
		for (const [name, request] of Object.entries(this.stored()))
			if (dataOf(request).secret === true) delete this.stored()[name];
	}

	/** Ends the run: what did not come to be sent needs no room in a budget. @param isDone whether it has succeeded */
	close(isDone: boolean): void {
		for (const request of this.requests) {
			request.withhold('the run ended before its turn');
			if (!this.client.isTool) continue;
			if (isDone) this.forget(request);
			callsUnderWay.delete(this.inProcess(request.name));
		}
	}

	/** What cost nothing and came to nothing is not stored: a retry makes it anew. */
	private store(request: Request): void {
		const attempts = request.attempts.filter(isWorthStoring);
		if (attempts.length === 0) return this.forget(request);
		const { share } = this.client;
		this.stored()[request.name] = {
			attempts: attempts.map((attempt) => storedAttempt(attempt, share)),
			row: request.entry?.attempt ?? request.row,
			...(request.isSecret && { secret: true }),
		};
		if (!this.memory()) return;
		for (const old of Object.keys(this.stored()).slice(0, -MOST_REMEMBERED))
			delete this.stored()[old];
	}

	rowOf(name: string): string | undefined {
		const { row } = dataOf(this.stored()[name]);
		return typeof row === 'string' ? row : undefined;
	}

	private attemptsOf(name: string): Attempt[] {
		const { attempts } = dataOf(this.stored()[name]);
		return Array.isArray(attempts) ? attempts.flatMap((one) => attemptFrom(one) ?? []) : [];
	}

	/** Of a node what earlier tries of this run have cost; that of an agent's call is added once it is open. */
	private costOfStored(): bigint {
		if (this.client.isTool) return 0n;
		const names = Object.keys(this.stored()).filter((name) =>
			name.startsWith(`${this.runName()}:`),
		);
		return sumOf(names.flatMap((name) => this.attemptsOf(name)));
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
	const { state } = attempt;
	if (state === 'planned' || state === 'reserved' || state === 'not_sent') return false;
	return state !== 'refused' && state !== 'failed' ? true : sumOf([attempt]) > 0n;
}

function placeIn({ context }: ExecutionClient): IDataObject {
	try {
		const node = context.getContext('node');
		const requests = dataOf(node[REQUESTS]);
		node[REQUESTS] = requests;
		return requests;
	} catch (error) {
		context.logger.debug(
			`What was submitted is remembered for this call only: ${messageOf(error)}`,
		);
		return {};
	}
}
