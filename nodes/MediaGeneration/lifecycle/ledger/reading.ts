import type { ExecutionClient } from '../../http/client';
import { setNewest } from '../../support/forgetOldest';
import { asText } from '../../support/data';
import { readAllLines, type Table } from './dataTable';
import { learnTime, tableNow } from './clock';
import { gather, standingAt, type AttemptLines, type LedgerAttempt } from './rows';

export const DAY_MS = 86_400_000;
/** A line can be seen up to so long after one with a higher number, in milliseconds. */
const LATE_MS = 60_000;
/** People edit tables and delete rows, so after this all of it is read again. */
const FRESH_MS = 600_000;
const MOST_TABLES = 100;

/**
 * What this process has read of a table. Lines are only ever appended, so each read is of what is new, and of the last
 * minute. Kept are the attempts of the last 24 hours, and those that are open.
 */
class Reading {
	private readonly beganAt = Date.now();
	private readonly attempts = new Map<string, AttemptLines>();
	private readTo = 0;

	get isOld(): boolean {
		return Date.now() - this.beganAt > FRESH_MS;
	}

	/** @throws NodeOperationError when n8n cannot read the table */
	async refresh(client: ExecutionClient, table: Table): Promise<LedgerAttempt[]> {
		const lines = await readAllLines(client, table, [
			{ column: 'id', is: 'gt', value: this.readTo },
		]);
		gather(lines, this.attempts);
		learnTime(table.id, lines);
		const times = lines.map(({ createdAt }) => Date.parse(asText(createdAt)));
		const newest = times.reduce((latest, at) => Math.max(latest, at), 0);
		for (const [index, { id }] of lines.entries())
			if ((times[index] ?? newest) < newest - LATE_MS)
				this.readTo = Math.max(this.readTo, Number(id));
		for (const [name, { row, toldAt }] of this.attempts)
			if (row.state !== 'accepted' && !isOfDay(table, toldAt)) this.attempts.delete(name);
		return standingAt(tableNow(table.id), this.attempts.values());
	}
}

/** Whether something was written in the last 24 hours. @param at ISO, by the database's clock */
const isOfDay = ({ id }: Table, at: string): boolean => Date.parse(at) >= tableNow(id) - DAY_MS;

const readings = new Map<string, Reading>();

/**
 * How the attempts of a table stand that are open, or of which something was written in the last 24 hours; read after this
 * call began.
 * @throws NodeOperationError when n8n cannot read the table
 */
export async function recentAttempts(
	client: ExecutionClient,
	table: Table,
): Promise<LedgerAttempt[]> {
	const known = readings.get(table.id);
	const reading = known && !known.isOld ? known : new Reading();
	const attempts = await reading.refresh(client, table);
	setNewest(readings, table.id, reading, MOST_TABLES);
	return attempts;
}

/** The attempts of the last 24 hours among others. */
export const ofDay = (table: Table, attempts: readonly LedgerAttempt[]): LedgerAttempt[] =>
	attempts.filter(({ toldAt }) => isOfDay(table, toldAt));
