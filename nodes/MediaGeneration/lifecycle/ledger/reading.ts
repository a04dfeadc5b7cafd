import type { IDataObject } from 'n8n-workflow';
import type { ExecutionClient } from '../../http/client';
import { setNewest } from '../../support/forgetOldest';
import { asText } from '../../support/data';
import { mostPaid } from '../attempt';
import { readAllLines, type Table } from './dataTable';
import {
	attemptsOfLines,
	foldLines,
	attemptsAsOf,
	type AttemptLines,
	type LedgerAttempt,
} from './rows';

export const DAY_MS = 86_400_000;
/** A line can be seen so long after one with a higher number, in milliseconds. */
const LATE_MS = 60_000;
/** People edit tables, so after this all is read again. */
const FRESH_MS = 600_000;
const MOST_TABLES = 100;

/** A time of the database, and when it was seen by this process's clock that nobody sets. */
interface LatestTime {
	at: number;
	seenAt: number;
}

const told = new Map<string, LatestTime>();

const writtenAt = ({ createdAt }: IDataObject) => Date.parse(asText(createdAt));

const newestOf = (lines: readonly IDataObject[], from = 0): number =>
	lines.map(writtenAt).reduce((latest, at) => (at > latest ? at : latest), from);

/** Machines have clocks of their own, so times of lines are only compared by the database's. */
function learnTime(table: string, lines: readonly IDataObject[]): void {
	const at = newestOf(lines, tableNow(table));
	setNewest(told, table, { at, seenAt: performance.now() }, MOST_TABLES);
}

/**
 * The earliest that it can be by the database's clock, in milliseconds since the Unix epoch: never ahead, so that no
 * request that goes on counts as broken off.
 */
export function tableNow(table: string): number {
	const known = told.get(table);
	return known?.at ? known.at + performance.now() - known.seenAt : 0;
}

/** How the attempts of lines stand that were just read. */
export function attemptsNow({ id }: Table, lines: readonly IDataObject[]): LedgerAttempt[] {
	learnTime(id, lines);
	return attemptsOfLines(tableNow(id), lines);
}

/** Its last line and when that was written, in milliseconds since the Unix epoch; the most that it can have cost, in nanos. */
interface Ended {
	lastId: number;
	toldAt: number;
	cost: bigint;
}

/** The open attempts of a table, and the most that those which ended in the last 24 hours can have cost, in nanos. */
export interface LastDaySpend {
	open: LedgerAttempt[];
	ended: bigint;
}

/**
 * What this process has read of a table. Each read is of what is new, and of the last minute; of what has ended only the
 * sum is kept, as a day can have many thousand rows.
 */
class Reading {
	private readonly open = new Map<string, AttemptLines>();
	private readonly ended = new Map<string, Ended>();
	private sum = 0n;
	private readonly beganAt = Date.now();
	private anchor?: IDataObject;

	/** @param from the number of the first line that can matter */
	constructor(private readonly from = 0) {}

	get isOld(): boolean {
		return Date.now() - this.beganAt > FRESH_MS;
	}

	again(): Reading {
		let from = Number(this.anchor?.id ?? 0);
		for (const { firstId } of this.open.values()) from = Math.min(from, firstId);
		for (const { lastId } of this.ended.values()) from = Math.min(from, lastId);
		return new Reading(from);
	}

	/**
	 * Reads what is new.
	 * @returns whether what was read before is still there
	 */
	async refresh(client: ExecutionClient, table: Table): Promise<boolean> {
		// Another run of this process may go on with it meanwhile.
		const { anchor } = this;
		const from = Number(anchor?.id ?? this.from);
		const lines = await readAllLines(client, table, [{ column: 'id', is: 'gte', value: from }]);
		if (anchor && !isSameLine(anchor, lines[0])) return false;
		learnTime(table.id, lines);
		const news = lines.filter((line) => this.isNews(line));
		foldLines(news, this.open);
		this.moveEnded();
		this.forget(tableNow(table.id) - DAY_MS);
		const sure = newestOf(lines) - LATE_MS;
		const last = lines.findLast((line) => writtenAt(line) < sure);
		if (Number(last?.id) > Number(this.anchor?.id ?? 0)) this.anchor = last;
		return true;
	}

	standing(now: number): LastDaySpend {
		return { open: attemptsAsOf(now, this.open.values()), ended: this.sum };
	}

	/** What has ended is open again where a later line, or its last one after a person changed it, says so. */
	private isNews({ id, attempt }: IDataObject): boolean {
		const before = this.ended.get(asText(attempt));
		if (!before) return true;
		if (Number(id) < before.lastId) return false;
		this.drop(asText(attempt), before);
		return true;
	}

	private moveEnded(): void {
		for (const [name, lines] of this.open) {
			const { row, lastId, toldAt } = lines;
			if (row.state === 'sending' || row.state === 'accepted') continue;
			const [standing] = attemptsAsOf(0, [lines]);
			const cost = (standing && mostPaid(standing.attempt)) ?? 0n;
			this.open.delete(name);
			this.ended.set(name, { lastId, toldAt: Date.parse(toldAt), cost });
			this.sum += cost;
		}
	}

	private forget(since: number): void {
		for (const [name, one] of this.ended) if (one.toldAt < since) this.drop(name, one);
		for (const [name, { row, toldAt }] of this.open)
			if (row.state !== 'accepted' && Date.parse(toldAt) < since) this.open.delete(name);
	}

	private drop(name: string, { cost }: Ended): void {
		this.ended.delete(name);
		this.sum -= cost;
	}
}

const isSameLine = (one: IDataObject, other?: IDataObject): boolean =>
	one.id === other?.id && one.attempt === other?.attempt;

const readings = new Map<string, Reading>();

/**
 * How a table stands; read after this call began.
 * @throws NodeOperationError when n8n cannot read the table
 */
export async function readOpenAndEnded(
	client: ExecutionClient,
	table: Table,
): Promise<LastDaySpend> {
	const known = readings.get(table.id);
	let reading = known?.isOld ? known.again() : (known ?? new Reading());
	if (!(await reading.refresh(client, table))) {
		reading = new Reading();
		await reading.refresh(client, table);
	}
	setNewest(readings, table.id, reading, MOST_TABLES);
	return reading.standing(tableNow(table.id));
}

/** How a table stands in the last 24 hours: what a day's budget counts. @throws as {@link readOpenAndEnded} */
export async function readLastDay(client: ExecutionClient, table: Table): Promise<LastDaySpend> {
	const { open, ended } = await readOpenAndEnded(client, table);
	const since = tableNow(table.id) - DAY_MS;
	return { open: open.filter(({ toldAt }) => Date.parse(toldAt) >= since), ended };
}
