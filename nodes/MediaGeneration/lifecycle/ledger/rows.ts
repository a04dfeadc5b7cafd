import type { IDataObject } from 'n8n-workflow';
import { amountFields } from '../../../../contract/money';
import { isDataUri } from '../../files/dataUri';
import { asText, dataOf, defined, databaseText, textOf } from '../../support/data';
import { firstOf } from '../../support/bounded';
import type { Attempt, AttemptState } from '../attempt';
import { codesIn } from '../jobReport';
import { nanosOf } from '../storedAttempt';

export const states = [
	'sending',
	'accepted',
	'completed',
	'failed',
	'may_be_paid',
	'not_sent',
] as const;
export type LedgerState = (typeof states)[number];

/** A lost job is asked about again by whoever wants it next. */
const STATES: Readonly<Record<AttemptState, LedgerState | undefined>> = {
	planned: undefined,
	reserved: undefined,
	sending: 'sending',
	running: 'accepted',
	lost: 'accepted',
	made: 'completed',
	failed: 'failed',
	refused: 'failed',
	unclear: 'may_be_paid',
	not_sent: 'not_sent',
};

/** What a column holds: a text of so many characters, of which a longer one is cut or left out. */
export interface Column {
	type: 'string' | 'number' | 'date';
	most: number;
	isCut: boolean;
}

const number = { type: 'number', most: Infinity, isCut: false } as const;
const whole = (most: number) => ({ type: 'string', most, isCut: false }) as const;
const cut = (most: number) => ({ type: 'string', most, isCut: true }) as const;

export const layout = {
	state: whole(20),
	key: whole(255),
	tag: whole(255),
	model: whole(2_000),
	job_id: whole(2_000),
	/** For people, who add up; the nanos are exact. */
	cost_usd: number,
	estimated_cost_usd: number,
	result_url: whole(8_000),
	reason: cut(2_000),
	workflow: cut(200),
	node: cut(200),
	/** Counted from 0. */
	item: number,
	/** Counted from 1; nothing where an item is a single request. */
	variant: number,
	execution_id: whole(100),
	workflow_id: whole(100),
	/** `image`, `studio` (an edit) or `video`. */
	kind: whole(20),
	prompt: cut(10_000),
	status_url: whole(8_000),
	/** Random; the same in all lines of an attempt. */
	attempt: whole(100),
	/** For people, who compare requests. */
	request_hash: whole(100),
	estimated_cost_nanos: whole(100),
	cost_nanos: whole(100),
};
type Layout = typeof layout;

export const columns: Readonly<Record<string, Column>> = layout;

/** One line of the ledger. The last line of an `attempt` says how it stands. */
export type LedgerRow = {
	[Name in keyof Layout]?: Layout[Name]['type'] extends 'number' ? number : string;
} & { attempt: string; state: LedgerState };

export interface LedgerAttempt {
	/** Of its first line; n8n numbers the lines of a table. */
	firstId: number;
	/** ISO. */
	startedAt: string;
	/** ISO, of its last line. */
	toldAt: string;
	row: LedgerRow;
	attempt: Attempt;
}

/** How an attempt stands, in the table's words. */
export const stateOf = ({ attempt, row }: LedgerAttempt): LedgerState =>
	STATES[attempt.state] ?? row.state;

/** What a line says of an attempt. @param withWords whether the service's own words may be kept */
export function standingIn(attempt: Attempt, withWords: boolean): Partial<LedgerRow> {
	const { job_id, status_url } = ('job' in attempt && attempt.job) || {};
	const charged = 'charged' in attempt ? attempt.charged : undefined;
	const why = 'why' in attempt ? attempt.why : undefined;
	const codes = why && 'details' in why ? codesIn(why.details) : why?.own;
	return defined<unknown>({
		state: STATES[attempt.state],
		job_id,
		status_url,
		result_url: attempt.state === 'made' ? urlIn(attempt.result.read) : undefined,
		reason: (withWords ? undefined : codes) ?? why?.message,
		...amountFields('cost', attempt.state === 'refused' ? (charged ?? 0n) : charged),
	});
}

function urlIn(read: unknown): string | undefined {
	const { urls } = dataOf(read);
	const texts = Array.isArray(urls) ? urls.flatMap((url) => textOf(url) ?? []) : [];
	return texts.find((url) => !isDataUri(url));
}

const INTERRUPTED = 'n8n was interrupted while the request was in progress';

function attemptIn(row: LedgerRow, isLeaseOver: boolean): Attempt {
	const { job_id, status_url, result_url, model, reason = INTERRUPTED } = row;
	const price = nanosOf(row.estimated_cost_nanos);
	const charged = nanosOf(row.cost_nanos);
	const job = { job_id, status_url };
	const why = { message: reason };
	switch (row.state) {
		case 'sending':
			return isLeaseOver ? { state: 'unclear', why, price, charged } : { state: 'sending', price };
		case 'accepted':
			return { state: 'running', job, price, charged };
		case 'completed': {
			const answer = { job_id, status_url, status: 'completed', url: result_url, model };
			const read = { ...answer, urls: result_url === undefined ? [] : [result_url], extra: {} };
			return { state: 'made', job, result: { read, answer }, price, charged };
		}
		case 'failed':
			return { state: 'failed', job, why, result: {}, price, charged };
		case 'may_be_paid':
			return { state: 'unclear', job, why, price, charged };
		case 'not_sent':
			return { state: 'not_sent', why };
	}
}

/** The first and the last of an attempt's lines. */
export type AttemptLines = Omit<LedgerAttempt, 'attempt'> & { lastId: number };

/** Takes lines into what is known of their attempts, in any order, also again. Others than the node's are passed over. */
export function foldLines(lines: readonly IDataObject[], known: Map<string, AttemptLines>): void {
	for (const line of lines) {
		const row = readRow(line);
		const id = numberOf(line.id);
		if (!row || id === undefined) continue;
		const at = asText(line.createdAt);
		const before = known.get(row.attempt);
		if (!before)
			known.set(row.attempt, { firstId: id, lastId: id, startedAt: at, toldAt: at, row });
		else if (id < before.firstId) Object.assign(before, { firstId: id, startedAt: at });
		else if (id >= before.lastId) Object.assign(before, { lastId: id, toldAt: at, row });
	}
}

/** The attempts that this process sends, or waits for: alive even where the machine is too busy to write it down. */
export const underWay = new Set<string>();

/** After so long without a line an attempt on its way counts as `unclear`, in milliseconds; for a process that has read no newer line, from its first read. */
export const LEASE_MS = 30_000;

/** How attempts stand, the oldest first. @param now by the database's clock, in milliseconds since the Unix epoch */
export function attemptsAsOf(now: number, known: Iterable<AttemptLines>): LedgerAttempt[] {
	const isLeaseOver = ({ row, toldAt }: AttemptLines) =>
		!underWay.has(row.attempt) && now - Date.parse(toldAt) >= LEASE_MS;
	return [...known]
		.sort((a, b) => a.firstId - b.firstId)
		.map((lines) => {
			const { firstId, startedAt, toldAt, row } = lines;
			const attempt = attemptIn(row, isLeaseOver(lines));
			return { firstId, startedAt, toldAt, row, attempt };
		});
}

/** How the attempts of some lines stand. @param now as for {@link attemptsAsOf} */
export function attemptsOfLines(now: number, lines: readonly IDataObject[]): LedgerAttempt[] {
	const known = new Map<string, AttemptLines>();
	foldLines(lines, known);
	return attemptsAsOf(now, known.values());
}

function readRow(line: IDataObject): LedgerRow | undefined {
	const attempt = textOf(line.attempt);
	const state = states.find((known) => known === line.state);
	// n8n would take such a name for an expression.
	if (attempt === undefined || attempt.startsWith('=') || state === undefined) return undefined;
	const read = Object.entries(columns).map(([name, { type }]) => [
		name,
		type === 'number' ? numberOf(line[name]) : textOf(line[name]),
	]);
	return { ...Object.fromEntries(read), attempt, state };
}

const numberOf = (value: unknown): number | undefined =>
	typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/**
 * A row as it is written, within the bounds of its columns and of databases. What people read is cut; an ID or address
 * would be another then, so it is left out, and the reason says so.
 */
export function fitToColumns(row: LedgerRow): LedgerRow {
	const lacking: string[] = [];
	const written = Object.entries(row).map(([name, value]: [string, unknown]) => {
		const { most = Infinity, isCut = false } = columns[name] ?? {};
		if (typeof value !== 'string') return [name, value];
		if (isCut) return [name, beginning(value, most)];
		const flaw = flawOf(value, most);
		if (flaw === undefined) return [name, value];
		lacking.push(`${name} was left out: ${flaw}`);
		return [name, undefined];
	});
	const line = { ...row, ...Object.fromEntries(written) };
	if (lacking.length === 0) return line;
	const said = lacking.join('. ');
	const room = layout.reason.most - said.length - 2;
	const before = row.reason === undefined ? '' : `${beginning(row.reason, room)}. `;
	return { ...line, reason: `${before}${said}` };
}

/** Why a text would not be what it was. */
function flawOf(text: string, most: number): string | undefined {
	if (text.length > most) return `it has ${text.length.toLocaleString('en-US')} characters`;
	return databaseText(text) === text
		? undefined
		: 'it has characters that a database does not take';
}

const beginning = (text: string, most: number): string =>
	text.length <= most ? databaseText(text) : `${databaseText(firstOf(text, most - 1))}…`;
