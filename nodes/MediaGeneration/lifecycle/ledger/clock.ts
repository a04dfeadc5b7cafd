import type { IDataObject } from 'n8n-workflow';
import { asText } from '../../support/data';
import { setNewest } from '../../support/forgetOldest';

/** By a clock that nobody sets. */
interface Told {
	at: number;
	seenAt: number;
}

const MOST_TABLES = 100;
const told = new Map<string, Told>();

/** Learns the time from lines of a table: machines have clocks of their own, so times of lines are only compared by the database's. */
export function learnTime(table: string, lines: readonly IDataObject[]): void {
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
