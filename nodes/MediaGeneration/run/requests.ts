import type { INodeExecutionData } from 'n8n-workflow';
import { inputOf } from '../editor/input/input';
import type { NodeFailure } from '../failures/failure';
import { quoting } from '../http/quoting';
import type { PendingJob } from '../jobs/pending';
import type { Run } from '../spend/run';
import type { Callback, Operation } from './operation';

/** What the items ask of an operation: each is read once, to be priced and to be performed. */
export class Requests {
	private readonly read = new Map<number, Promise<unknown>>();
	private readonly refused = new Map<number, NodeFailure>();

	constructor(readonly operation: Operation) {}

	/** The most that an item's first try can cost, in nanos. @throws NodeOperationError naming what is wrong with the item */
	async price(own: Run): Promise<bigint> {
		return (await this.operation.price?.(own, await this.of(own))) ?? 0n;
	}

	/** Keeps an item from being sent, such as one that nobody can tell the price of. */
	refuse({ index }: Run, failure: NodeFailure): void {
		this.refused.set(index, failure);
	}

	/** Performs the operation for an item. @throws NodeOperationError naming what is wrong with it, before anything is sent */
	async perform(own: Run): Promise<INodeExecutionData[]> {
		return await this.thenRelease(
			own,
			async (request) => await this.operation.perform(own, request),
		);
	}

	/** Only submits an item's job, for a workflow that pauses. @throws as {@link perform} */
	async submit(own: Run, callback: Callback): Promise<PendingJob> {
		const { submit } = this.operation;
		if (!submit) throw new Error(`${this.operation.value} has no jobs to pause for`);
		return await this.thenRelease(own, async (request) => await submit(own, request, callback));
	}

	/** What has ended, sent or not, needs no room in the budget any more; and of thousands of items only those at work need theirs. */
	private async thenRelease<T>(own: Run, work: (request: unknown) => Promise<T>): Promise<T> {
		try {
			const request = await this.of(own);
			this.read.delete(own.index);
			return await work(request);
		} finally {
			if (this.operation.price) own.account.release(own.index);
		}
	}

	private async of(own: Run): Promise<unknown> {
		const failure = this.refused.get(own.index);
		if (failure) throw failure;
		const request = this.read.get(own.index) ?? this.readNow(own);
		this.read.set(own.index, request);
		return await request;
	}

	private async readNow(own: Run): Promise<unknown> {
		const input = inputOf(own);
		try {
			const request = await this.operation.read(input, own);
			input.check();
			return request;
		} catch (error) {
			throw await quoting(own, error, input.about);
		}
	}
}
