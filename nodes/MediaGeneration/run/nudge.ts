import type { Logger } from 'n8n-workflow';
import { messageOf } from '../support/data';
import { wait } from '../n8n/wait';
import { settled } from '../support/settled';

/** A pause that is nudged; times in milliseconds since the Unix epoch. */
interface Nudged {
	resumeUrl: string;
	/** When all its jobs should have ended, and called back; absent where n8n has stored the pause already. */
	dueAt?: number;
	/** From when on a nudge brings it back with what is known then. */
	givesUpAt: number;
	/** When n8n ends the pause by itself. */
	endsAt: number;
}

/** Until n8n has stored the pause it answers 409, to callbacks too. */
const FIRST_MS = [3_000, 3_000, 4_000, 10_000];
/** From one nudge to the next once the jobs are overdue: ever longer. */
const NEXT_MS = 5_000;
const LONGER = 1.3;
const LONGEST_MS = 600_000;
/** The same when the pause's time is over: one may get lost, or come while the workflow still is being woken. */
const LAST_MS = 15_000;
/** A nudge is answered after a look at the jobs. */
const ANSWER_MS = 120_000;

/** `in`: n8n let it in; `busy`: the execution does not wait, not yet or no more; `gone`: there is none; `lost`: nothing is known. */
type NudgeOutcome = 'in' | 'busy' | 'gone' | 'lost';

/**
 * Calls a paused execution's own address, as a callback would: once n8n has stored the pause, for callbacks that came
 * too early; when the jobs are overdue, for callbacks that were lost; and when the pause's time is over, as n8n itself
 * would bring it back with nothing but what was known at its beginning. Holds nothing but what it is given, as it lives
 * as long as the pause. Never throws.
 */
export async function keepNudging(
	pause: Nudged,
	logger: Logger,
	stop?: AbortSignal,
): Promise<void> {
	const outcome = await settled(nudgeUntilAwake(pause, logger, stop));
	if (outcome.status === 'rejected' && !stop?.aborted)
		logger.warn(`A paused workflow is nudged no more: ${messageOf(outcome.reason)}`);
}

async function nudgeUntilAwake(
	{ resumeUrl, dueAt, givesUpAt, endsAt }: Nudged,
	logger: Logger,
	stop?: AbortSignal,
): Promise<void> {
	for (const distance of dueAt === undefined ? [] : FIRST_MS) {
		await wait(distance, stop);
		if (Date.now() >= endsAt || (await nudge(resumeUrl, logger)) !== 'busy') break;
	}
	const next = Math.min(dueAt ?? Date.now() + NEXT_MS, givesUpAt);
	await wait(Math.max(0, next - Date.now()), stop);
	let last: NudgeOutcome | undefined;
	for (let ms = NEXT_MS; Date.now() < endsAt; ms = Math.min(ms * LONGER, LONGEST_MS)) {
		const outcome = await nudge(resumeUrl, logger);
		// One nudge that finds nothing may have met a proxy in a bad moment; two in a row have not.
		if (outcome === 'busy' || (outcome === 'gone' && last === 'gone')) return;
		last = outcome;
		const left = givesUpAt - Date.now();
		await wait(left > 0 ? Math.min(ms, left) : LAST_MS, stop);
	}
}

async function nudge(resumeUrl: string, logger: Logger): Promise<NudgeOutcome> {
	const url = new URL(resumeUrl);
	url.searchParams.set('nudge', '1');
	try {
		const { status, body } = await fetch(url, {
			method: 'POST',
			redirect: 'manual',
			signal: AbortSignal.timeout(ANSWER_MS),
		});
		await body?.cancel();
		if (status === 409) return 'busy';
		if ([401, 404, 410].includes(status)) return 'gone';
		return status < 300 || status === 503 ? 'in' : 'lost';
	} catch (error) {
		logger.warn(
			`A paused workflow could not be nudged at ${url.host}; it still wakes by callbacks: ${messageOf(error)}`,
		);
		return 'lost';
	}
}
