import type { Logger } from 'n8n-workflow';
import { wait } from '../n8n/wait';
import { messageOf } from '../support/data';
import { settled } from '../support/settled';

/** A pause that is nudged; times in milliseconds since the Unix epoch. */
interface Nudged {
	resumeUrl: string;
	/** From when on a nudge brings it back with what is known then. */
	givesUpAt: number;
	/** When n8n ends the pause by itself. */
	endsAt: number;
}

/** The first comes once n8n has stored the pause, most likely: until then it answers 409. In milliseconds. */
const FIRST_MS = 3_000;
/** So often may n8n not have stored it yet. */
const MOST_BUSY = 4;
/** Each comes after a part more of the wait, so that a pause of an hour is nudged some thirty times. */
const LONGER = 1.3;
const LONGEST_MS = 600_000;
/** The same when the pause's time is over: one may get lost, or come while the workflow still is being woken. */
const LAST_MS = 15_000;
/** A nudge is answered after a look at the jobs. */
const ANSWER_MS = 120_000;

/** `in`: n8n let it in; `busy`: the execution does not wait, not yet or no more; `gone`: there is none; `lost`: nothing is known. */
type NudgeOutcome = 'in' | 'busy' | 'gone' | 'lost';

/**
 * Calls a paused execution's own address, as a callback would, ever more seldom: for callbacks that came too early or were
 * lost, and when the pause's time is over, as n8n itself would bring it back with nothing but what was known at its
 * beginning. Holds nothing but what it is given, as it lives as long as the pause. Never throws.
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
	{ resumeUrl, givesUpAt, endsAt }: Nudged,
	logger: Logger,
	stop?: AbortSignal,
): Promise<void> {
	let last: NudgeOutcome | undefined;
	let busy = 0;
	for (let ms = FIRST_MS; ; ms = Math.min(ms * LONGER, LONGEST_MS)) {
		const left = givesUpAt - Date.now();
		await wait(left > 0 ? Math.min(ms, left) : LAST_MS, stop);
		if (Date.now() >= endsAt) return;
		const outcome = await nudge(resumeUrl, logger);
		if (outcome === 'busy' && (++busy > MOST_BUSY || last === 'in')) return;
		// One nudge that finds nothing may have met a proxy in a bad moment; two in a row have not.
		if (outcome === 'gone' && last === 'gone') return;
		last = outcome;
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
