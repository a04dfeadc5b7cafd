import type { IDataObject } from 'n8n-workflow';
import type { ExecutionClient } from '../../http/client';
import { setNewest } from '../../support/forgetOldest';
import { asText } from '../../support/data';
import { readAllLines, type Table } from './dataTable';
import { attemptsAt, gather, standingAt, type AttemptLines, type LedgerAttempt } from './rows';

export const DAY_MS = 86_400_000;
/** A line can be seen so long after one with a higher number, in milliseconds. */
const LATE_MS = 60_000;
/** People edit tables, so after this all is read again. */
const FRESH_MS = 600_000;
const MOST_TABLES = 100;

/** By a clock that nobody sets. */
interface Told {
	at: number;
	seenAt: number;
}

const told = new Map<string, Told>();

/** Machines have clocks of their own, so times of lines are only compared by the database's. */
function learnTime(table: string, lines: readonly IDataObject[]): void {
	const times = lines.map(({ createdAt }) => Date.parse(asText(createdAt)));
	const at = times.reduce((latest, time) => (time > latest ? time : latest), tableNow(table));
	setNewest(told, table, { at, seenAt: performance.now() }, MOST_TABLES);
}

/**
 * The earliest that it can be by the database's clock, in milliseconds since the Unix epoch: late by as long as
 * nothing new was read, so nothing is taken for broken off too early.
 */
export function tableNow(table: string): number {
	const known = told.get(table);
	return known?.at ? known.at + performance.now() - known.seenAt : 0;
}

/** How the attempts of lines stand that were just read. */
export function attemptsNow({ id }: Table, lines: readonly IDataObject[]): LedgerAttempt[] {
	learnTime(id, lines);
	return attemptsAt(tableNow(id), lines);
}

/**
 * What this process has read of a table: the attempts that are accepted, and all of the last 24 hours. Each read is of
 * what is new, and of the last minute.
 */
class Reading {
	readonly known = new Map<string, AttemptLines>();
	private readonly beganAt = Date.now();
	private anchor?: IDataObject;

	/** @param from the number of the first line that can matter */
	constructor(private readonly from = 0) {}

	get isOld(): boolean {
		return Date.now() - this.beganAt > FRESH_MS;
	}

	again(): Reading {
		let from = Number(this.anchor?.id ?? 0);
		for (const { firstId } of this.known.values()) from = Math.min(from, firstId);
		return new Reading(from);
	}

	/**
	 * Reads what is new.
	 * @returns whether what was read before is still there
	 */
	async refresh(client: ExecutionClient, table: Table): Promise<boolean> {
		const { anchor } = this;
		const from = Number(anchor?.id ?? this.from);
		const lines = await readAllLines(client, table, [{ column: 'id', is: 'gte', value: from }]);
		if (anchor && !isSameLine(anchor, lines[0])) return false;
		learnTime(table.id, lines);
		gather(lines, this.known);
		this.forget(tableNow(table.id) - DAY_MS);
		const times = lines.map(({ createdAt }) => Date.parse(asText(createdAt)));
		const newest = times.reduce((latest, at) => Math.max(latest, at), 0);
		const last = lines.findLast((_, at) => (times[at] ?? newest) < newest - LATE_MS);
		if (Number(last?.id) > Number(this.anchor?.id ?? 0)) this.anchor = last;
		return true;
	}

	private forget(since: number): void {
		for (const [name, { row, toldAt }] of this.known) {
			if (row.state === 'accepted') continue;
			if (Date.parse(toldAt) < since) this.known.delete(name);
			// Only an end that is still to be written down needs it.
			delete row.prompt;
		}
	}
}

const isSameLine = (one: IDataObject, other?: IDataObject): boolean =>
	one.id === other?.id && one.attempt === other?.attempt;

const readings = new Map<string, Reading>();

/**
 * The attempts of a table that are accepted, and all of the last 24 hours; read after this call began.
 * @throws NodeOperationError when n8n cannot read the table
 */
export async function readRecent(client: ExecutionClient, table: Table): Promise<LedgerAttempt[]> {
	const known = readings.get(table.id);
	let reading = known?.isOld ? known.again() : (known ?? new Reading());
	if (!(await reading.refresh(client, table))) {
		reading = new Reading();
		await reading.refresh(client, table);
	}
	setNewest(readings, table.id, reading, MOST_TABLES);
	return standingAt(tableNow(table.id), reading.known.values());
}

/** Those of the last 24 hours alone. @throws as {@link readRecent} */
export async function readDay(client: ExecutionClient, table: Table): Promise<LedgerAttempt[]> {
	const attempts = await readRecent(client, table);
	const since = tableNow(table.id) - DAY_MS;
	return attempts.filter(({ toldAt }) => Date.parse(toldAt) >= since);
}
