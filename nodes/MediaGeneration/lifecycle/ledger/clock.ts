import type { IDataObject } from 'n8n-workflow';
import { asText } from '../../support/data';
import { setNewest } from '../../support/forgetOldest';

/** The latest time that a table's lines have told, and when this process saw it, by a clock that nobody sets. */
interface Told {
	at: number;
	seenAt: number;
}

const MOST_TABLES = 100;
const told = new Map<string, Told>();

/**
 * Learns the time from lines of a table as they are read. Machines have clocks of their own, so when something was written
 * is only ever compared by the database's.
 */
export function learnTime(table: string, lines: readonly IDataObject[]): void {
	const times = lines.map(({ createdAt }) => Date.parse(asText(createdAt)));
	const at = times.reduce((latest, time) => (time > latest ? time : latest), tableNow(table));
	setNewest(told, table, { at, seenAt: performance.now() }, MOST_TABLES);
}

/**
 * The earliest that it can be by the database's clock, in milliseconds since the Unix epoch. It is late by as long as
 * nothing was read that had just been written; what was broken off is then seen later, and never too early.
 */
export function tableNow(table: string): number {
	const known = told.get(table);
	return known?.at ? known.at + performance.now() - known.seenAt : 0;
}
