import type { Attempt } from '../lifecycle/attempt';
import { transition } from '../lifecycle/events';
import type { PausedRow } from '../lifecycle/pausedRow';
import { isAccepted } from '../lifecycle/request';
import { storedAttempt, attemptFrom } from '../lifecycle/storedAttempt';
import { forgetOldest } from '../support/forgetOldest';
import { CallCoalescer } from '../support/callCoalescer';
import type { JobObserver, PollResult } from './pollRows';

/**
 * What this process knows of one pause. Other processes get callbacks too, so it only spares requests: whatever is
 * not known here is asked of the API.
 */
export interface PauseState {
	/** Jobs, by their place in the run, whose callback came to this process: they are asked about last. */
	calledBack: Set<number>;
	/** How rows ended, by place. */
	endings: Map<number, Attempt>;
	/** Whether this process calls the pause by itself from time to time. */
	isNudged: boolean;
	/** Looks, each shared by all whose callbacks came before it began. */
	looks: CallCoalescer<PollResult>;
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

const pauses = new Map<string, PauseState>();

/** The name of one pause: an execution can pause more than once, and at more than one node. */
export const pauseKey = (executionId: string, nodeName: string, pausedAt: number): string =>
	`${executionId}:${pausedAt}:${nodeName}`;

/** What is known here of a pause. */
export function pauseStateOf(key: string): PauseState {
	const known = pauses.get(key);
	if (known) return known;
	const state: PauseState = {
		calledBack: new Set(),
		endings: new Map(),
		isNudged: false,
		looks: new CallCoalescer(LOOKS_APART_MS),
		resuming: false,
		resumedAt: 0,
	};
	pauses.set(key, state);
	forgetOldest(pauses, MOST);
	return state;
}

/** Takes down what is heard of jobs. @param share what n8n can store of each, in characters of JSON */
export const observerOf = ({ endings }: PauseState, share: number): JobObserver => ({
	tell: (row, event) => {
		const after = transition(row.attempt, event);
		const stored = after && attemptFrom(storedAttempt(after, share));
		if (stored) endings.set(row.index, stored);
	},
	knows: (row) => endings.has(row.index),
});

/** A row as it is known to have ended, if it is. */
export function withEnding(row: PausedRow, { endings }: PauseState): PausedRow {
	const ending = endings.get(row.index);
	return ending && isAccepted(ending) ? { ...row, attempt: ending } : row;
}

/** Whether a callback has brought the execution back in this process, or is at it. */
export const isResuming = ({ resuming, resumedAt }: PauseState): boolean =>
	resuming || Date.now() - resumedAt < RESUMING_MS;
