import { randomUUID } from 'node:crypto';
import { NodeOperationError, type IDataObject } from 'n8n-workflow';
import { formatUsd, nanosToNumber } from '../../../../contract/money';
import { detailsOf, withDetails } from '../../failures/details';
import { nodeFailure, type NodeFailure } from '../../failures/failure';
import { optionLabels } from '../../failures/labels';
import { wait } from '../../n8n/wait';
import { jobName } from '../../jobs/jobName';
import { discreet, type AttemptEnd } from './attemptEnd';
import type { Ledger } from './ledger';
import { sumOf, type Attempt, type LedgerRow } from './rows';
import { showing } from './shows';
import type { ExecutionClient } from '../../http/client';
import { settled } from '../../support/settled';

/** What is written down of a request before it goes out. */
export type Draft = Omit<LedgerRow, 'attempt' | 'state'>;

/** A job that was made before, as an answer would tell it. */
export interface Earlier {
	job_id?: string;
	status_url?: string;
	answer?: IDataObject;
}

/** How long to wait between looks at what another run is doing, in milliseconds. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

const OTHER_REQUEST =
	'Made for another request with the same key: what this item asks for now was not sent. To have it made, give it a key of its own.';

type Claim = 'go' | 'wait' | 'yield' | Attempt | NodeOperationError;

/** One item's part in the ledger: it is written down before its request goes out, and after. */
export class Entry {
	/** Where the item's job was made by an earlier request with the same key: that one. */
	reused?: Attempt;
	/** What the ledger knows of it, where it was completed. */
	made?: IDataObject;

	private row?: LedgerRow;
	/** Whether a text shows something that is not to be kept. */
	private shows?: (text: string) => boolean;

	/** @param asked its prompt @param sent the texts of the request where nothing of them is to be kept, such as its prompts */
	constructor(
		private readonly client: ExecutionClient,
		private readonly ledger: Ledger,
		private readonly draft: Draft,
		private readonly asked?: string,
		sent?: readonly string[],
	) {
		this.shows = sent && showing(sent);
	}

	/** What the item says of a job that was made before: what it was made from, as far as the ledger knows, rather than what is asked for now. */
	get reuse(): { reused: true; prompt?: string; note?: string } | undefined {
		if (!this.reused) return undefined;
		const { request_hash, prompt } = this.reused.row;
		const isSame = request_hash === this.draft.request_hash;
		return {
			reused: true,
			prompt: isSame ? this.asked : prompt,
			note: isSame ? undefined : OTHER_REQUEST,
		};
	}

	/** The name of the attempt that is under way. */
	get attempt(): string | undefined {
		return this.row?.attempt;
	}

	/** Whether this key has a job already, so that nothing will be paid. @throws as {@link Ledger.known} */
	async isPaid(): Promise<boolean> {
		return (
			this.draft.key !== undefined &&
			this.alike(await this.ledger.known(this.draft.key)).some(isMade)
		);
	}

	/** Goes on with an attempt of this execution that was written down before. */
	resume(attempt: string | undefined): void {
		if (attempt !== undefined) this.row = { ...this.draft, attempt, state: 'accepted' };
	}

	/**
	 * Writes down that the request goes out, unless the key has a job: then that is to be taken up. Of several who want
	 * the same at once, the one whose line has the lowest number sends, and the others wait for its job. One that sees
	 * only itself sends too, so the lowest waits until all that it sees have either given way or sent.
	 * @param retryAmbiguous whether to send what may have been paid for before
	 * @param isAgain whether this entry has begun an attempt before, which has ended; the next is one of its own
	 * @throws NodeOperationError when it may have been paid for, or the day's budget does not suffice; nothing is sent then
	 */
	async begin(retryAmbiguous: boolean, isAgain = false): Promise<Earlier | undefined> {
		for (let round = 0; ; round++) {
			// The line of another attempt goes with the one that ends the first, so that who waits for the key sees no gap.
			const made =
				isAgain && round === 0 ? undefined : await this.madeBefore(retryAmbiguous, round === 0);
			if (made) return this.takeUp(made);
			const row: LedgerRow = { ...this.draft, attempt: randomUUID(), state: 'sending' };
			await this.ledger.begin(row, this.client);
			const decided = await settled(this.decide(row, retryAmbiguous));
			const verdict = decided.status === 'fulfilled' ? decided.value : decided.reason;
			this.row = row;
			if (verdict === 'go') return undefined;
			this.end({ state: 'not_sent', reason: reasonOf(verdict) });
			this.row = undefined;
			if (isAttempt(verdict)) return this.takeUp(verdict);
			if (verdict !== 'yield') throw verdict;
		}
	}

	/** Writes down what became of the request. */
	end(ending: AttemptEnd): void {
		if (!this.row) return;
		const { cost, state, job_id, status_url, result_url, reason } = this.shows
			? discreet(ending, this.row, this.shows)
			: ending;
		const known = Object.fromEntries(
			Object.entries({ job_id, status_url, result_url, reason }).filter(
				([, value]) => value !== undefined,
			),
		);
		this.row = {
			...this.row,
			...known,
			state,
			...(cost !== undefined && { cost_usd: nanosToNumber(cost), cost_nanos: cost.toString() }),
		};
		this.ledger.end(this.row);
	}

	private takeUp(earlier: Attempt): Earlier {
		this.reused = earlier;
		const { row, state } = earlier;
		// Its end is written down by who sees it first.
		if (state === 'accepted') this.row = row;
		// What was sent for it is not known.
		if (this.shows && row.request_hash !== this.draft.request_hash) this.shows = () => true;
		const { job_id, status_url, result_url, model } = row;
		if (state === 'completed' && result_url !== undefined)
			this.made = { job_id, status_url, status: 'completed', url: result_url, model };
		return {
			job_id,
			status_url,
			...(job_id === undefined && status_url === undefined && { answer: this.made }),
		};
	}

	/** A job that this key has; waits for those who are about to make one. */
	private async madeBefore(
		retryAmbiguous: boolean,
		isFirst: boolean,
	): Promise<Attempt | undefined> {
		const { key } = this.draft;
		if (key === undefined) return undefined;
		for (let pauses = 0; ; pauses++) {
			const attempts =
				isFirst && pauses === 0
					? await this.ledger.known(key)
					: await this.ledger.attemptsOf([key]);
			const verdict = this.ofKey(attempts, -1, retryAmbiguous);
			if (verdict === 'go') return undefined;
			if (isAttempt(verdict)) return verdict;
			if (verdict instanceof NodeOperationError) throw verdict;
			await this.pause(pauses);
		}
	}

	private async decide(row: LedgerRow, retryAmbiguous: boolean): Promise<Claim> {
		for (let pauses = 0; ; pauses++) {
			const verdict = await this.verdictOn(row, retryAmbiguous);
			if (verdict !== 'wait') return verdict;
			await this.pause(pauses);
		}
	}

	private async verdictOn({ attempt, key }: LedgerRow, retryAmbiguous: boolean): Promise<Claim> {
		if (key !== undefined) {
			const verdict = this.ofKey(
				...apart(await this.ledger.attemptsOf([key]), attempt),
				retryAmbiguous,
			);
			if (verdict !== 'go') return verdict;
		}
		const { maxPerDay } = this.ledger.options;
		return maxPerDay === undefined
			? 'go'
			: this.ofBudget(...apart(await this.ledger.attemptsOfDay(), attempt), maxPerDay);
	}

	/** A key names one image, one edit and one video, of each variant: what another kind of operation made for it is no result of this one. */
	private alike(attempts: Attempt[]): Attempt[] {
		const { kind, variant = 1 } = this.draft;
		return attempts.filter(({ row }) => row.kind === kind && (row.variant ?? 1) === variant);
	}

	private ofKey(all: Attempt[], own: number, retryAmbiguous: boolean): Claim {
		const others = this.alike(all);
		const made = others.find(isMade);
		if (made) return made;
		const sending = others.filter(({ state }) => state === 'sending');
		// One that may have been paid for may be being sent again.
		if (sending.length > 0)
			return own < 0 || sending.some(({ firstId }) => firstId < own) ? 'yield' : 'wait';
		const unclear = others.find(({ state }) => state === 'may_be_paid');
		return unclear && !retryAmbiguous ? this.mayBePaid(unclear) : 'go';
	}

	private ofBudget(others: Attempt[], own: number, most: bigint): Claim {
		const asked = BigInt(this.draft.estimated_cost_nanos ?? 0);
		const isAfter = ({ state, firstId }: Attempt) => state === 'sending' && firstId > own;
		const before = sumOf(others.filter((attempt) => !isAfter(attempt)));
		if (before + asked > most)
			return overDay(this.client, `The item can cost up to ${formatUsd(asked)}`, before, most);
		return before + asked + sumOf(others.filter(isAfter)) > most ? 'wait' : 'go';
	}

	private mayBePaid({ row }: Attempt): NodeOperationError {
		const failure = nodeFailure(
			this.client,
			`Not sent, because "${String(row.key)}" may have been paid for: ${row.reason ?? 'n8n was interrupted while the request was in progress'}`,
			`Check Billing > Get Transactions. If it was not paid for, ${freeing(row.attempt)}; or turn on ${optionLabels.retryAmbiguous}.`,
		);
		return withDetails(failure, { may_be_paid: true, job_id: row.job_id });
	}

	private async pause(pauses: number): Promise<void> {
		const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** pauses);
		await wait(longest * (1 - Math.random() / 4), this.client.stop);
	}
}

/** What a person does to have a key paid for anew. */
const freeing = (attempt: string) =>
	`set the state of its last row in the ledger (attempt ${attempt}) to failed, so that the key can be used again`;

/**
 * The error of a job that was made by an earlier request with the same key, and of which the service says that there is
 * none. Only a person can tell whether it was paid for, so its key stays taken.
 * @param failure what the service said
 */
export function forgotten(
	client: ExecutionClient,
	{ row }: Attempt,
	failure: NodeFailure,
): NodeFailure {
	const { key, attempt, job_id, status_url } = row;
	const message = `The ledger has job ${jobName({ job_id, status_url })} for "${key}", but the service no longer knows it: ${failure.message}`;
	const remedy = `Nothing was sent. If it was made with another credential, use that one. Otherwise check Billing > Get Transactions; to have it made and paid for again, ${freeing(attempt)}.`;
	return withDetails(nodeFailure(client, message, remedy), {
		...detailsOf(failure),
		may_be_paid: true,
		remedy,
	});
}

/** The other attempts, and the number of the own one. */
function apart(attempts: Attempt[], attempt: string): [Attempt[], number] {
	const others = attempts.filter(({ row }) => row.attempt !== attempt);
	return [others, attempts.find(({ row }) => row.attempt === attempt)?.firstId ?? Infinity];
}

/** Why nothing is sent: the day's budget does not suffice. */
export function overDay(
	client: ExecutionClient,
	asked: string,
	spent: bigint,
	most: bigint,
): NodeOperationError {
	const message = `${asked}, and the last 24 hours have cost up to ${formatUsd(spent)}: together more than the Maximum Cost per Day of ${formatUsd(most)}`;
	const remedy = `All workflows that use this ledger count. ${client.isTool ? 'Choose something cheaper, or wait' : 'Wait, raise the maximum, or choose something cheaper'}.`;
	return withDetails(nodeFailure(client, message, `Nothing was sent. ${remedy}`), { remedy });
}

const isMade = ({ state }: Attempt) => state === 'accepted' || state === 'completed';

function isAttempt(verdict: unknown): verdict is Attempt {
	return typeof verdict === 'object' && verdict !== null && 'firstId' in verdict;
}

function reasonOf(verdict: unknown): string {
	if (isAttempt(verdict)) {
		const { job_id, status_url, execution_id } = verdict.row;
		return `${['job', jobName({ job_id, status_url })].filter(Boolean).join(' ')}${execution_id ? ` of execution ${execution_id}` : ''} was used instead`;
	}
	return verdict instanceof Error ? verdict.message : 'another request with this key was first';
}
