import { forgetOldest } from '../support/forgetOldest';
import { Joined } from '../support/joined';
import { keep } from '../jobs/kept';
import type { JobEnd } from '../jobs/pending';
import type { Heard, OpenLook } from './jobLooks';

/**
 * What this process knows of one pause. Other processes get callbacks too, so it only spares requests: whatever is
 * not known here is asked of the API.
 */
export interface Claims {
	/** Jobs, by their place in the run, whose callback came to this process: they are asked about last. */
	claimed: Set<number>;
	/** Those that could not be asked about when that was tried last: they are asked about after all others. */
	failing: Set<number>;
	/** What is known for good of jobs, by place. */
	endings: Map<number, JobEnd>;
	/** Whether this process calls the pause by itself from time to time. */
	nudging: boolean;
	/** Looks, each shared by all whose callbacks came before it began. */
	looks: Joined<OpenLook>;
	/** Whether one callback is bringing the execution back, and when one has done so. */
	resuming: boolean;
	resumedAt: number;
}

/** Enough for any instance; the oldest is forgotten first. */
const MOST = 1_000;
/** From the beginning of one look to the beginning of the next, in milliseconds: a burst of callbacks costs few. */
const LOOKS_APART_MS = 1_000;
/** As long after the execution went on n8n may still let callbacks in; later, it did not go on after all. */
const RESUMING_MS = 15_000;

const pauses = new Map<string, Claims>();

/** The name of one pause: an execution can pause more than once, and at more than one node. */
export function pauseKey(executionId: string, nodeName: string, pausedAt: number): string {
	return `${executionId}:${pausedAt}:${nodeName}`;
}

/** What is known here of a pause. */
export function claimsOf(key: string): Claims {
	const known = pauses.get(key);
	if (known) return known;
	const claims: Claims = {
		claimed: new Set(),
		failing: new Set(),
		endings: new Map(),
		nudging: false,
		looks: new Joined(LOOKS_APART_MS),
		resuming: false,
		resumedAt: 0,
	};
	pauses.set(key, claims);
	forgetOldest(pauses, MOST);
	return claims;
}

/** Keeps what is heard of jobs. @param share as {@link keep} */
export const keptIn = ({ endings }: Claims, share: number): Heard => ({
	ended: (job, look) => endings.set(job.index, keep(look, share)),
	lost: (job, lost) => endings.set(job.index, { lost }),
	knows: (job) => endings.has(job.index),
});

/** Whether a callback has brought the execution back in this process, or is at it. */
export function goesOnAlready({ resuming, resumedAt }: Claims): boolean {
	return resuming || Date.now() - resumedAt < RESUMING_MS;
}
