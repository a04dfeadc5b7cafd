import type { IDataObject } from 'n8n-workflow';
import { attemptsIn, type Attempt } from './rows';

/**
 * The attempts that this process has on their way, of all its runs. They are alive even where the machine is too busy
 * to write it down in time.
 */
export const underWay = new Set<string>();

/** How the attempts of some lines stand now, in the order in which they began. */
export function attemptsNow(lines: readonly IDataObject[]): Attempt[] {
	return attemptsIn(lines, Date.now(), underWay);
}
