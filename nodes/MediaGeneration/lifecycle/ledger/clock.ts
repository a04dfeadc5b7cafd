import type { IDataObject } from 'n8n-workflow';
import { asText } from '../../support/data';
import { setNewest } from '../../support/forgetOldest';

/** What is known of the time by which a database writes its lines. */
interface Known {
	/** The latest that it has told, in milliseconds since the Unix epoch. */
	told: number;
	/** When this process saw that, by a clock that nobody sets. */
	seenAt: number;
	/** Whether a line that this process had just written told it. */
	isExact: boolean;
}

const MOST_TABLES = 100;
const known = new Map<string, Known>();

/**
 * Learns the time from lines of a table as they are read. Machines have clocks of their own; what was written when is
 * only ever compared by the database's.
 * @param isOwn whether this process has just written the line
 */
export function learnTime(
	table: string,
	lines: readonly IDataObject[],
	isOwn: (line: IDataObject) => boolean,
): void {
	const before = known.get(table);
	const told = lines.reduce((latest, { createdAt }) => {
		const at = Date.parse(asText(createdAt));
		return at > latest ? at : latest;
	}, tableNow(table));
	const isExact = before?.isExact === true || lines.some(isOwn);
	if (told > tableNow(table) || isExact !== before?.isExact)
		setNewest(known, table, { told, seenAt: performance.now(), isExact }, MOST_TABLES);
}

/** The earliest that it can be by the database's clock, in milliseconds since the Unix epoch; before anything is known, long ago. */
export function tableNow(table: string): number {
	const { told, seenAt } = known.get(table) ?? { told: 0, seenAt: 0 };
	return told === 0 ? 0 : told + performance.now() - seenAt;
}

/** Whether that is not only the earliest, but the time itself. */
export const isExact = (table: string): boolean => known.get(table)?.isExact === true;
