import { itemLabel } from '../../failures/failure';
import type { ExecutionClient } from '../../http/client';
import { hasElapsed, wait } from '../../n8n/wait';
import { cut } from '../../support/bounded';
import { counted, forCount } from '../../support/counted';
import { messageOf } from '../../support/data';
import { Batcher } from '../../support/batcher';
import { CallCoalescer } from '../../support/callCoalescer';
import { withDeadlineOrStop } from '../../support/deadline';
import { settled } from '../../support/settled';
import {
	waitForTable,
	appendLines,
	requireTable,
	openTable,
	readAllLines,
	readLines,
	type Condition,
	type Table,
	WRITE_FAILURE,
} from './dataTable';
import { attemptsNow, readLastDay, type LastDaySpend } from './reading';
import {
	attemptsOfLines,
	columns,
	fitToColumns,
	underWay,
	type LedgerAttempt,
	type LedgerRow,
} from './rows';

/** What Options say of the ledger; the same for all items. */
export interface LedgerOptions {
	table: string;
	/** How long ended rows are kept. */
	days: number;
	/** Of all workflows with this table, in nanos. */
	maxPerDay?: bigint;
}

const RENEW_MS = 10_000;
const LINES_AT_ONCE = 200;
const KEYS_AT_ONCE = 50;
/** Answers come in bursts, and each write costs n8n a workflow; in milliseconds. */
const GATHER_MS = 20;
/** Between tries to write what has happened, in milliseconds. */
const PAUSES_MS = [200, 800, 2_000];
/** In characters. */
const MOST_TOLD = 1_000;
/** The end of a run waits no longer for the ledger, in milliseconds. */
const CLOSE_MS = 30_000;
const STOPPED_MS = 5_000;

/** The lines of what this run makes, and those of other runs, in a Data Table. They are only appended, several with one write. */
export class Ledger {
	/** Attempts of this run, whose jobs it waits for until its close. */
	private readonly begun = new Set<string>();
	private readonly onTheirWay = new Map<string, LedgerRow>();
	private readonly closing = new AbortController();
	private renewing?: Promise<void>;
	private readonly looked = new Map<string, Promise<LedgerAttempt[]>>();
	private readonly dayReads = new CallCoalescer<LastDaySpend>();
	private readonly keyReads = new Batcher(
		0,
		KEYS_AT_ONCE,
		async (keys: string[]) => await this.attemptsOf(keys),
	);
	private readonly writes = new Batcher(
		GATHER_MS,
		LINES_AT_ONCE,
		async (rows: LedgerRow[]) => await this.write(rows),
	);
	/** The end of an attempt's line that is being written. */
	private readonly endings = new Map<string, Promise<void>>();
	/** The last lines of requests that are not written yet, or cannot be. */
	private readonly owed = new Map<LedgerRow, Promise<void>>();

	constructor(
		private readonly client: ExecutionClient,
		readonly table: Table,
		readonly options: LedgerOptions,
	) {}

	/** Writes down that a request goes out, anew every ten seconds until {@link end}. @throws NodeOperationError if it cannot */
	async begin(row: LedgerRow): Promise<void> {
		const line = fitToColumns({ ...row, state: 'sending' });
		underWay.add(row.attempt);
		const written = await settled(
			waitForTable(this.client, WRITE_FAILURE, async () => await this.append(line)),
		);
		if (written.status === 'rejected') {
			underWay.delete(row.attempt);
			this.takeBack(line);
			throw written.reason;
		}
		this.begun.add(row.attempt);
		this.onTheirWay.set(row.attempt, line);
		this.renewing ??= this.renew();
	}

	/** If only n8n's reply was lost, the line is there all the same, and would keep its key taken. */
	private takeBack(line: LedgerRow): void {
		const reason = 'It was not sent, as the ledger could not be written';
		this.appendPatiently({ ...line, state: 'not_sent', reason }).catch((error: unknown) =>
			this.client.context.logger.debug(messageOf(error)),
		);
	}

	/** Writes down what became of a request. What cannot be written is told at the close. */
	end(row: LedgerRow): void {
		this.onTheirWay.delete(row.attempt);
		const line = fitToColumns(row);
		// The last line counts, so none may overtake the one before.
		const before = this.endings.get(row.attempt);
		const append = async () => await this.appendPatiently(line);
		const ending = (before ? before.then(append) : append())
			.then(() => void this.owed.delete(line))
			.catch((error: unknown) =>
				this.client.context.logger.warn(`${messageOf(error)}. The ledger lacks: ${nameOf(line)}`),
			)
			.finally(() => row.state === 'accepted' || underWay.delete(row.attempt));
		this.owed.set(line, ending);
		this.endings.set(row.attempt, ending);
		void ending.then(() => {
			if (this.endings.get(row.attempt) === ending) this.endings.delete(row.attempt);
		});
	}

	/** The attempts with this key, as they were when the run first asked. @throws as {@link ofKey} */
	async known(key: string): Promise<LedgerAttempt[]> {
		let known = this.looked.get(key);
		if (!known) {
			known = this.ofKey(key);
			this.looked.set(key, known);
			known.catch(() => this.looked.delete(key));
		}
		return await known;
	}

	/** The attempts with this key as they stand now. @throws NodeOperationError when n8n cannot read them */
	async ofKey(key: string): Promise<LedgerAttempt[]> {
		const found = await this.keyReads.ask(key);
		return found.filter(({ row }) => row.key === key);
	}

	/** What a day's budget counts; one read for all who ask before it begins. @throws NodeOperationError when n8n cannot read it */
	async ofDay(): Promise<LastDaySpend> {
		return await this.dayReads.ask(async () => await readLastDay(this.client, this.table));
	}

	/**
	 * Waits for what is not written yet, within bounds, and tells what could not be. Never throws.
	 * @returns whether n8n answered in time
	 */
	async close(): Promise<boolean> {
		const { stop, context } = this.client;
		const written = async () => {
			await Promise.all(this.owed.values());
			await this.writes.idle();
		};
		let ended = await settled(withDeadlineOrStop(CLOSE_MS, stop, written));
		if (stop?.aborted) ended = await settled(withDeadlineOrStop(STOPPED_MS, undefined, written));
		this.closing.abort();
		const inTime = ended.status === 'fulfilled';
		if (!inTime) context.logger.warn('The ledger did not answer in time');
		for (const attempt of this.begun) underWay.delete(attempt);
		const lacking = cut([...this.owed.keys()].map(nameOf).join('; '), MOST_TOLD);
		if (lacking !== '')
			this.client.tell(
				`${counted(this.owed.size, 'row')} of the ledger could not be written, and n8n's log says why. It lacks: ${lacking}.`,
				'warning',
			);
		return inTime;
	}

	private async attemptsOf(keys: readonly string[]): Promise<LedgerAttempt[]> {
		const any = keys.map((value): Condition => ({ column: 'key', is: 'eq', value }));
		return attemptsNow(this.table, await readLines(this.client, this.table, any));
	}

	private async append(row: LedgerRow): Promise<void> {
		const failed = await this.writes.ask(row);
		if (failed.has(row)) throw failed.get(row);
	}

	/** A database may be away for a moment. */
	private async appendPatiently(row: LedgerRow): Promise<void> {
		for (const pause of PAUSES_MS) {
			const written = await settled(this.append(row));
			if (written.status === 'fulfilled') return;
			if (!(await hasElapsed(wait(pause, this.closing.signal)))) break;
		}
		await this.append(row);
	}

	/**
	 * Where a group fails each line is written by itself: one that the database refuses costs no other its place.
	 * @returns the reasons of those that were not written
	 */
	private async write(rows: readonly LedgerRow[]): Promise<Map<LedgerRow, unknown>> {
		const lines = rows.map((row) => ({ ...row }));
		const written = await settled(appendLines(this.client, this.table, lines));
		if (written.status === 'fulfilled') return new Map();
		const [first] = rows;
		if (first && rows.length === 1) return new Map([[first, written.reason]]);
		const failed = new Map<LedgerRow, unknown>();
		for (const row of rows)
			for (const [one, reason] of await this.write([row])) failed.set(one, reason);
		return failed;
	}

	private async renew(): Promise<void> {
		const { signal } = this.closing;
		while (await hasElapsed(wait(RENEW_MS, signal))) {
			const rows = [...this.onTheirWay.values()];
			const renewed = await settled(Promise.all(rows.map(async (row) => await this.append(row))));
			if (renewed.status === 'rejected') this.client.context.logger.warn(messageOf(renewed.reason));
		}
	}
}

function nameOf({ state, job_id, item, variant }: LedgerRow): string {
	const who = itemLabel({
		itemIndex: item,
		variant: variant === undefined ? undefined : { variant },
	});
	return `${state}, job ${job_id ?? 'unknown'} of item ${who}`;
}

/** Opens the ledger of a run. @throws NodeOperationError where n8n has no Data Tables, or the table is no ledger */
export const openLedger = async (
	client: ExecutionClient,
	options: LedgerOptions,
): Promise<Ledger> => new Ledger(client, await openTable(client, options.table, columns), options);

/**
 * All attempts of a ledger, in the order in which they began. Other lines are passed over, and said.
 * @throws NodeOperationError where n8n has no Data Tables, or there is no such ledger
 */
export async function readWholeLedger(
	client: ExecutionClient,
	name: string,
): Promise<LedgerAttempt[]> {
	const lines = await readAllLines(client, await requireTable(client, name, columns), []);
	const attempts = attemptsOfLines(Date.now(), lines);
	const known = new Set<unknown>(attempts.map(({ row }) => row.attempt));
	const { length: foreign } = lines.filter(({ attempt }) => !known.has(attempt));
	if (foreign > 0)
		client.tell(
			`${counted(foreign, 'row')} of the Data Table ${name} ${forCount(foreign, 'was', 'were')} not written by this node, and left out.`,
			'warning',
		);
	return attempts;
}
