import type { Logger } from 'n8n-workflow';
import { wait } from '../n8n/wait';
import { messageOf } from '../support/data';
import { settled } from '../support/settled';

/** Times in milliseconds since the Unix epoch. */
interface Nudged {
	resumeUrl: string;
	givesUpAt: number;
	endsAt: number;
}

/** Until n8n has stored the pause it answers 409. In milliseconds. */
const FIRST_MS = 3_000;
/** So often may it not have stored it yet. */
const MOST_BUSY = 4;
/** Each wait is so much longer: some thirty in an hour. */
const LONGER = 1.3;
const LONGEST_MS = 600_000;
/** The same when the pause's time is over. */
const LAST_MS = 15_000;
const ANSWER_MS = 120_000;

/** The execution does not wait, not yet or no more. */
const BUSY = 409;
const isGone = (status: number) => [401, 404, 410].includes(status);
const isLetIn = (status: number) => (status >= 200 && status < 300) || status === 503;

/** The pauses that this process nudges. */
const nudged = new Set<string>();

/**
 * Calls a paused execution's own address, ever more seldom, for callbacks that came early or were lost; and when its time
 * is over, as n8n itself would go on with what was known at first. Does nothing if this process already does so. Holds
 * nothing but what it is given, for as long as the pause. Never throws.
 */
export async function nudgePausedRun(
	pause: Nudged,
	logger: Logger,
	stop?: AbortSignal,
): Promise<void> {
	const name = `${pause.resumeUrl} ${pause.givesUpAt}`;
	if (nudged.has(name)) return;
	nudged.add(name);
	const outcome = await settled(nudgeUntilAwake(pause, logger, stop));
	nudged.delete(name);
	if (outcome.status === 'rejected' && !stop?.aborted)
		logger.warn(`A paused workflow is nudged no more: ${messageOf(outcome.reason)}`);
}

async function nudgeUntilAwake(
	{ resumeUrl, givesUpAt, endsAt }: Nudged,
	logger: Logger,
	stop?: AbortSignal,
): Promise<void> {
	let last = 0;
	let busy = 0;
	for (let ms = FIRST_MS; ; ms = Math.min(ms * LONGER, LONGEST_MS)) {
		const left = givesUpAt - Date.now();
		await wait(left > 0 ? Math.min(ms, left) : LAST_MS, stop);
		if (Date.now() >= endsAt) return;
		const status = await nudge(resumeUrl, logger);
		if (status === BUSY && (++busy > MOST_BUSY || isLetIn(last))) return;
		// A proxy may have had a bad moment.
		if (isGone(status) && isGone(last)) return;
		last = status;
	}
}

/** The status of the answer; 0 where there is none. */
async function nudge(resumeUrl: string, logger: Logger): Promise<number> {
	const url = new URL(resumeUrl);
	url.searchParams.set('nudge', '1');
	try {
		const { status, body } = await fetch(url, {
			method: 'POST',
			redirect: 'manual',
			signal: AbortSignal.timeout(ANSWER_MS),
		});
		await body?.cancel();
		return status;
	} catch (error) {
		logger.warn(
			`A paused workflow could not be nudged at ${url.host}; it still wakes by callbacks: ${messageOf(error)}`,
		);
		return 0;
	}
}
