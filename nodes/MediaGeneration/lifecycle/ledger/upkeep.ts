import { modelKinds } from '../../../../contract/catalog';
import type { ExecutionClient } from '../../http/client';
import { messageOf } from '../../support/data';
import { setNewest } from '../../support/forgetOldest';
import { runSideBySide } from '../../support/pool';
import { shareOf } from '../../support/bounded';
import { reportOf } from '../jobReport';
import { lookAt } from '../look';
import {
	waitForTable,
	appendLines,
	deleteLines,
	readAllLines,
	WRITE_FAILURE,
	type Table,
} from './dataTable';
import { attemptsNow, DAY_MS, readOpenAndEnded, tableNow } from './reading';
import { fitToColumns, standingIn, underWay, type LedgerAttempt } from './rows';
import { transition } from '../events';

const MOST_TIDIED = 1_000;
const AT_ONCE = 50;

/** In milliseconds. */
const SETTLE_MS = 60_000;
const MOST_SETTLED = 20;
const LOOKS_SIDE_BY_SIDE = 5;
const LOOK_MS = 10_000;

/** By what was done; in milliseconds since the Unix epoch. */
const doneAt = new Map<string, number>();
const MOST_REMEMBERED = 5_000;

/** Whether it is time to do something again, which counts as done then. */
function isDue(what: string, everyMs: number): boolean {
	if (Date.now() - (doneAt.get(what) ?? 0) < everyMs) return false;
	noteDone(what);
	return true;
}

const noteDone = (what: string) => setNewest(doneAt, what, Date.now(), MOST_REMEMBERED);

/** Settles open rows that nobody waits for, and deletes old ones. Never throws. */
export async function settleAndPrune(
	client: ExecutionClient,
	table: Table,
	days: number,
): Promise<void> {
	if (client.stop?.aborted) return;
	const work = [settleOpenRows(client, table), deleteOldRows(client, table, days)];
	for (const done of await Promise.allSettled(work))
		if (done.status === 'rejected') client.context.logger.warn(messageOf(done.reason));
}

/** Asks about a few of the open jobs, such as those of a pause: what wakes it cannot write. */
async function settleOpenRows(client: ExecutionClient, table: Table): Promise<void> {
	if (!isDue(`settle ${table.id}`, SETTLE_MS)) return;
	const { open: attempts } = await readOpenAndEnded(client, table);
	const isOpen = ({ attempt, row, toldAt }: LedgerAttempt) =>
		attempt.state === 'running' &&
		!underWay.has(row.attempt) &&
		tableNow(table.id) - Date.parse(toldAt) > SETTLE_MS;
	// Some may never be told of: those that were not asked about for longest come first, so that these keep no others from it.
	const asking = ({ row }: LedgerAttempt) => `ask ${row.attempt}`;
	const askedAt = (one: LedgerAttempt) => doneAt.get(asking(one)) ?? 0;
	const open = attempts
		.filter(isOpen)
		.sort((a, b) => askedAt(a) - askedAt(b))
		.slice(0, MOST_SETTLED);
	for (const one of open) noteDone(asking(one));
	const limits = { signal: client.stop };
	const ends = await runSideBySide(open, LOOKS_SIDE_BY_SIDE, limits, async ({ row, attempt }) => {
		const kind = modelKinds.find((known) => known === row.kind) ?? modelKinds[0];
		const snapshot = await lookAt(client, { ...row, kind }, { timeout: LOOK_MS });
		const looked = { type: 'looked', as: reportOf(snapshot, shareOf(MOST_SETTLED)) } as const;
		const after = transition(attempt, looked);
		const standing = after && standingIn(after, row.prompt !== undefined);
		return standing && standing.state !== 'accepted' ? [{ ...row, ...standing }] : [];
	});
	for (const end of ends)
		if (end?.status === 'rejected')
			client.context.logger.debug(`An open job could not be asked about: ${messageOf(end.reason)}`);
	const rows = ends.flatMap((end) => (end?.status === 'fulfilled' ? end.value : []));
	const lines = rows.map((row) => ({ ...fitToColumns(row) }));
	const write = async () => await appendLines(client, table, lines);
	if (lines.length > 0) await waitForTable(client, WRITE_FAILURE, write);
}

async function deleteOldRows(client: ExecutionClient, table: Table, days: number): Promise<void> {
	const workflow = client.context.getWorkflow().id;
	if (!isDue(`tidy ${table.id}:${workflow}:${days}`, DAY_MS)) return;
	const before = new Date(Date.now() - days * DAY_MS).toISOString();
	const old = await readAllLines(client, table, [{ column: 'createdAt', is: 'lt', value: before }]);
	const ended = attemptsNow(table, old)
		.filter(({ row }) => row.workflow_id === workflow && ENDED.has(row.state))
		.slice(0, MOST_TIDIED);
	for (let from = 0; from < ended.length; from += AT_ONCE) {
		const some = ended.slice(from, from + AT_ONCE).map(({ row }) => row.attempt);
		const any = some.map((value) => ({ column: 'attempt', is: 'eq' as const, value }));
		await deleteLines(client, table, any);
	}
}

const ENDED: ReadonlySet<string> = new Set(['completed', 'failed', 'not_sent']);
