import { moderated } from './errors';
import type { Job } from './jobs/job';

/** How many times longer than its ETA a `[slow]` job takes. */
const SLOWNESS = 10;

/** What words in square brackets in a prompt make happen, which could not be provoked otherwise. */
export interface Magic {
	fate: Job['fate'];
	/** By how much the ETA is multiplied. */
	slowness: number;
}

/**
 * Looks for magic words: `[moderated]` is refused, `[fail]` fails, `[stuck]` never ends, `[slow]` takes ten
 * times as long.
 * @throws ApiError 403 for `[moderated]`
 */
export function magicIn(prompt: string): Magic {
	if (prompt.includes('[moderated]')) throw moderated();
	const fate = prompt.includes('[fail]')
		? 'fail'
		: prompt.includes('[stuck]')
			? 'never'
			: 'complete';
	return { fate, slowness: prompt.includes('[slow]') ? SLOWNESS : 1 };
}
