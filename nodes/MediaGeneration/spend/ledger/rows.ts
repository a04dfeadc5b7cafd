import type { IDataObject } from 'n8n-workflow';
import { asText, textOf } from '../../support/data';

/** What can be said of an attempt to make something. */
export const states = [
	'sending',
	'accepted',
	'completed',
	'failed',
	'may_be_paid',
	'not_sent',
] as const;
export type State = (typeof states)[number];

/** One line of the ledger. An attempt is all lines of one `attempt`; the last one written says how it stands. */
export interface LedgerRow {
	/** Random; the same in all lines of one request. */
	attempt: string;
	state: State;
	/** What Pay Once For says of the item. */
	key?: string;
	workflow_id?: string;
	workflow?: string;
	execution_id?: string;
	node?: string;
	/** Counted from 0. */
	item?: number;
	/** Counted from 1; nothing where an item is a single request. */
	variant?: number;
	/** What the user files it under. */
	tag?: string;
	/** For people, who compare requests: of everything that was asked for, with the names of files rather than what is in them. */
	request_hash?: string;
	/** `image`, `studio` (an edit) or `video`. */
	kind?: string;
	model?: string;
	job_id?: string;
	status_url?: string;
	result_url?: string;
	/** Why it failed, or was not sent. */
	reason?: string;
	prompt?: string;
	/** ISO; a request that still has the state `sending` then was broken off. */
	expires_at?: string;
	/** For people, who add numbers up; the nanos are exact. */
	estimated_cost_usd?: number;
	cost_usd?: number;
	estimated_cost_nanos?: string;
	cost_nanos?: string;
}

/**
 * What a column holds: its type in n8n, and of text how many characters, and whether of a longer one the beginning is of
 * use. One that is `spare` may be missing in a table, as long as nothing is to be written to it.
 */
export interface Column {
	type: 'string' | 'number' | 'date';
	most: number;
	isCut: boolean;
	spare?: boolean;
}

const number: Column = { type: 'number', most: Infinity, isCut: false };
const date: Column = { type: 'date', most: Infinity, isCut: false };
const whole = (most: number): Column => ({ type: 'string', most, isCut: false });
const cut = (most: number): Column => ({ type: 'string', most, isCut: true });

/** The columns of the table, in their order. */
export const layout: Readonly<Record<keyof LedgerRow, Column>> = {
	state: whole(20),
	key: whole(255),
	tag: { ...whole(255), spare: true },
	model: whole(2_000),
	job_id: whole(2_000),
	cost_usd: number,
	estimated_cost_usd: number,
	result_url: whole(8_000),
	reason: cut(2_000),
	workflow: cut(200),
	node: cut(200),
	item: number,
	variant: { ...number, spare: true },
	execution_id: whole(100),
	workflow_id: whole(100),
	kind: whole(20),
	prompt: cut(10_000),
	status_url: whole(8_000),
	attempt: whole(100),
	request_hash: whole(100),
	expires_at: date,
	estimated_cost_nanos: whole(100),
	cost_nanos: whole(100),
};

/** The columns by their names. */
export const columns: Readonly<Record<string, Column>> = layout;

/** How an attempt stands. */
export interface Attempt {
	/** Of its first line: n8n numbers the lines of a table in the order in which they come. */
	firstId: number;
	/** ISO, when it began. */
	startedAt: string;
	/** ISO, when its last line was written. */
	toldAt: string;
	state: State;
	row: LedgerRow;
}

/**
 * How the attempts of some lines stand, in the order in which they began. Lines that the node cannot have written are
 * passed over.
 * @param now milliseconds since the Unix epoch
 * @param underWay the attempts that are known to be alive, whatever their lines say
 */
export function attemptsIn(
	lines: readonly IDataObject[],
	now: number,
	underWay: ReadonlySet<string>,
): Attempt[] {
	const attempts = new Map<string, Attempt & { lastId: number }>();
	for (const line of lines) {
		const row = readRow(line);
		const id = numberOf(line.id);
		if (!row || id === undefined) continue;
		const known = attempts.get(row.attempt);
		const at = asText(line.createdAt);
		if (!known)
			attempts.set(row.attempt, {
				firstId: id,
				lastId: id,
				startedAt: at,
				toldAt: at,
				state: row.state,
				row,
			});
		else {
			if (id < known.firstId) Object.assign(known, { firstId: id, startedAt: at });
			if (id > known.lastId)
				Object.assign(known, { lastId: id, toldAt: at, state: row.state, row });
		}
	}
	return [...attempts.values()]
		.sort((a, b) => a.firstId - b.firstId)
		.map(({ firstId, startedAt, toldAt, state, row }) => ({
			firstId,
			startedAt,
			toldAt,
			row,
			state: isLost(row, now, underWay) ? 'may_be_paid' : state,
		}));
}

/** Whether who sent the request has not been heard of for so long that it must have been struck down. */
function isLost(
	{ attempt, state, expires_at }: LedgerRow,
	now: number,
	underWay: ReadonlySet<string>,
): boolean {
	return state === 'sending' && !underWay.has(attempt) && !(Date.parse(expires_at ?? '') > now);
}

/** The most that an attempt may have cost, in nanos; nothing where nobody knows. */
export function costOf({ state, row }: Attempt): bigint | undefined {
	return mostPaid(state, nanosOf(row.cost_nanos), nanosOf(row.estimated_cost_nanos));
}

/**
 * The most that a request may have cost, in nanos, by its state: what the service says that it charged, else what was
 * expected, which a job keeps that failed without a word on its charge. Nothing where nobody knows.
 */
export function mostPaid(
	state: State,
	charged: bigint | undefined,
	expected: bigint | undefined,
): bigint | undefined {
	if (state === 'not_sent') return 0n;
	if (state === 'completed' || state === 'failed') return charged ?? expected;
	// What an open job has cost so far, such as nothing or a deposit, is not what it costs.
	const soFar = charged ?? 0n;
	return soFar > (expected ?? 0n) ? soFar : expected;
}

/** Whether {@link costOf} is what the service charged for good, rather than the most that it may charge. */
export function isSettled({ state, row }: Attempt): boolean {
	return (
		state === 'not_sent' ||
		((state === 'completed' || state === 'failed') && nanosOf(row.cost_nanos) !== undefined)
	);
}

/** What attempts may have cost together, in nanos; those whose cost nobody knows count as nothing. */
export function sumOf(attempts: readonly Attempt[]): bigint {
	return attempts.reduce((sum, attempt) => sum + (costOf(attempt) ?? 0n), 0n);
}

function nanosOf(value: string | undefined): bigint | undefined {
	return value !== undefined && /^\d{1,18}$/.test(value) ? BigInt(value) : undefined;
}

/** A line of the table; nothing for one that is none of the node's. */
function readRow(line: IDataObject): LedgerRow | undefined {
	const attempt = textOf(line.attempt);
	const state = states.find((known) => known === line.state);
	// The node makes no name that n8n would take for an expression when it is asked for the line.
	if (attempt === undefined || attempt.startsWith('=') || state === undefined) return undefined;
	return {
		attempt,
		state,
		key: textOf(line.key),
		workflow_id: textOf(line.workflow_id),
		workflow: textOf(line.workflow),
		execution_id: textOf(line.execution_id),
		node: textOf(line.node),
		item: numberOf(line.item),
		variant: numberOf(line.variant),
		tag: textOf(line.tag),
		request_hash: textOf(line.request_hash),
		kind: textOf(line.kind),
		model: textOf(line.model),
		job_id: textOf(line.job_id),
		status_url: textOf(line.status_url),
		result_url: textOf(line.result_url),
		reason: textOf(line.reason),
		prompt: textOf(line.prompt),
		expires_at: textOf(line.expires_at),
		estimated_cost_usd: numberOf(line.estimated_cost_usd),
		cost_usd: numberOf(line.cost_usd),
		estimated_cost_nanos: textOf(line.estimated_cost_nanos),
		cost_nanos: textOf(line.cost_nanos),
	};
}

function numberOf(value: unknown): number | undefined {
	return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
