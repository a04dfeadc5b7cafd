import { randomUUID } from 'node:crypto';
import type { NodeOperationError } from 'n8n-workflow';
import { formatUsd } from '../../../../contract/money';
import type { ExecutionClient } from '../../http/client';
import { wait } from '../../n8n/wait';
import { settled } from '../../support/settled';
import { decidingAttempt, jobName, nextStep, sumOf, type Attempt } from '../attempt';
import type { Ledger } from './ledger';
import { mayBePaid, overDay } from './refusals';
import { standingIn, type LedgerAttempt, type LedgerRow } from './rows';

export type Draft = Omit<LedgerRow, 'attempt' | 'state'>;

/** Between looks at what another run is doing, in milliseconds. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/** Go out, wait for others, give way to one that was first, take up its job, or fail. */
type Verdict = 'go' | 'wait' | 'yield' | LedgerAttempt | NodeOperationError;

/** One request's part in the ledger. */
export class LedgerEntry {
	private line?: LedgerRow;

	/** @param withWords whether its prompt, and the service's own words on a failure, may be kept */
	constructor(
		private readonly client: ExecutionClient,
		private readonly ledger: Ledger,
		private readonly draft: Draft,
		private readonly withWords: boolean,
	) {}

	get attemptId(): string | undefined {
		return this.line?.attempt;
	}

	/** Whether a job that was found for the key was made from this very request. */
	isSameRequest({ row }: LedgerAttempt): boolean {
		return row.request_hash === this.draft.request_hash;
	}

	/** The job that this key has already; nothing too while that is on its way, or may be paid for. @throws as {@link Ledger.known} */
	async find(): Promise<LedgerAttempt | undefined> {
		const made = await this.verdictBefore(false, true);
		return isLedgerAttempt(made) ? made : undefined;
	}

	/** Goes on with an attempt of this execution that was written down before. */
	resume(attemptId: string | undefined): void {
		if (attemptId !== undefined)
			this.line = { ...this.draft, attempt: attemptId, state: 'accepted' };
	}

	/**
	 * Writes down that the request goes out, unless its key has a job. An optimistic lock per key: of several at once,
	 * the one whose line has the lowest number sends, and the others wait for its job. An
	 * entry that sees no other sends at once, so the lowest first waits until those that it sees have given way or sent.
	 * @param payTwice whether to send what may have been paid for before
	 * @param isAgain whether an attempt of this request has just ended
	 * @returns the job that the key has already
	 * @throws NodeOperationError when it may have been paid for, or the day's budget does not suffice; nothing is sent then
	 */
	async claim(payTwice: boolean, isAgain = false): Promise<LedgerAttempt | undefined> {
		for (let round = 0; ; round++) {
			// A further attempt is written at once, with the end of the one before: whoever waits for the key sees no gap.
			if (!isAgain || round > 0) {
				const made = await this.decided(
					async (isFirst) => await this.verdictBefore(payTwice, isFirst && round === 0),
				);
				if (isLedgerAttempt(made)) return made;
				if (made !== 'go') throw made;
			}
			const row: LedgerRow = { ...this.draft, attempt: randomUUID(), state: 'sending' };
			await this.ledger.begin(row);
			const decided = await settled(this.decided(async () => await this.verdictOn(row, payTwice)));
			const verdict = decided.status === 'fulfilled' ? decided.value : decided.reason;
			this.line = row;
			if (verdict === 'go') return undefined;
			this.write({ state: 'not_sent', why: { message: whyNotSent(verdict) } });
			this.line = undefined;
			if (isLedgerAttempt(verdict)) return verdict;
			if (verdict !== 'yield') throw verdict;
		}
	}

	/** The next attempt has lines of its own. */
	leave(): void {
		this.line = undefined;
	}

	/** Writes down how the attempt stands now, once it was to go out. */
	write(attempt: Attempt): void {
		const standing = standingIn(attempt, this.withWords);
		if (!this.line || standing.state === undefined || standing.state === 'sending') return;
		const known: Record<string, unknown> = { ...this.line };
		if (Object.entries(standing).every(([name, value]) => known[name] === value)) return;
		this.line = { ...this.line, ...standing };
		this.ledger.end(this.line);
	}

	/** Stands for another's job, whose end is written down by who sees it first. */
	takeUp({ row }: LedgerAttempt): void {
		if (row.state === 'accepted') this.line = row;
	}

	/** What the key tells before this request has a line. */
	private async verdictBefore(payTwice: boolean, mayBeCached: boolean): Promise<Verdict> {
		const { key } = this.draft;
		if (key === undefined) return 'go';
		const found = mayBeCached ? await this.ledger.known(key) : await this.ledger.ofKey(key);
		return this.verdictOnKey(found, -1, payTwice);
	}

	/** Looks, ever more seldom, until there is no need to wait. */
	private async decided(look: (isFirst: boolean) => Promise<Verdict>): Promise<Verdict> {
		for (let pauses = 0; ; pauses++) {
			const verdict = await look(pauses === 0);
			if (verdict !== 'wait') return verdict;
			const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** pauses);
			await wait(longest * (1 - Math.random() / 4), this.client.stop);
		}
	}

	private async verdictOn({ attempt, key }: LedgerRow, payTwice: boolean): Promise<Verdict> {
		if (key !== undefined) {
			const found = await this.ledger.ofKey(key);
			const verdict = this.verdictOnKey(...apart(found, attempt), payTwice);
			if (verdict !== 'go') return verdict;
		}
		const { maxPerDay } = this.ledger.options;
		if (maxPerDay === undefined) return 'go';
		const { open, ended } = await this.ledger.ofDay();
		return this.verdictOnBudget(...apart(open, attempt), ended, maxPerDay);
	}

	private verdictOnKey(found: LedgerAttempt[], own: number, payTwice: boolean): Verdict {
		const { kind, variant = 1 } = this.draft;
		// A key names one image, one edit and one video, of each variant.
		const alike = found.filter(({ row }) => row.kind === kind && (row.variant ?? 1) === variant);
		const best = decidingAttempt(alike.map(({ attempt }) => attempt));
		const standing = alike.find(({ attempt }) => attempt === best);
		const next = standing ? nextStep([standing.attempt], payTwice) : 'send';
		if (!standing || next === 'send') return 'go';
		if (next === 'refuse') return mayBePaid(this.client, standing);
		if (next !== 'wait') return standing;
		const isAfter = alike.some((one) => one.attempt.state === 'sending' && one.firstId < own);
		return isAfter ? 'yield' : 'wait';
	}

	private verdictOnBudget(
		others: LedgerAttempt[],
		own: number,
		ended: bigint,
		most: bigint,
	): Verdict {
		const price = BigInt(this.draft.estimated_cost_nanos ?? 0);
		const isAfter = ({ attempt, firstId }: LedgerAttempt) =>
			attempt.state === 'sending' && firstId > own;
		const cost = (some: LedgerAttempt[]) => sumOf(some.map(({ attempt }) => attempt));
		const before = ended + cost(others.filter((other) => !isAfter(other)));
		if (before + price > most)
			return overDay(this.client, `The item can cost up to ${formatUsd(price)}`, before, most);
		return before + price + cost(others.filter(isAfter)) > most ? 'wait' : 'go';
	}
}

function apart(found: LedgerAttempt[], own: string): [LedgerAttempt[], number] {
	const others = found.filter(({ row }) => row.attempt !== own);
	return [others, found.find(({ row }) => row.attempt === own)?.firstId ?? Infinity];
}

const isLedgerAttempt = (verdict: unknown): verdict is LedgerAttempt =>
	typeof verdict === 'object' && verdict !== null && 'firstId' in verdict;

function whyNotSent(verdict: unknown): string {
	if (!isLedgerAttempt(verdict))
		return verdict instanceof Error ? verdict.message : 'another request with this key was first';
	const { execution_id } = verdict.row;
	const job = `job ${jobName(verdict.row)}`.trim();
	return `${job}${execution_id ? ` of execution ${execution_id}` : ''} was used instead`;
}
