/**
 * What this process knows of the jobs of one paused execution. It only spares requests: whatever is
 * lost with the process is asked of the API again.
 */
export interface Claims {
	/** Items whose callback came; to be believed only when the API says so too. */
	claimed: Set<number>;
	/** Callbacks so far. */
	arrivals: number;
	/** What the API said of jobs that have ended, by item. */
	answers: Map<number, unknown>;
	/** Whether one callback is already at work, or has brought the execution back. */
	busy: boolean;
	/** When all open jobs were last asked about, in milliseconds since the Unix epoch. */
	sweptAt: number;
}

/** Enough for any instance; the oldest is forgotten first. */
const MOST = 5000;
const executions = new Map<string, Claims>();

/** The name of one pause: an execution can pause more than once, and at more than one node. */
export function pauseKey(executionId: string, nodeName: string, pausedAt: number): string {
	return `${executionId}:${pausedAt}:${nodeName}`;
}

/** Begins to keep track of a pause in this process. */
export function openClaims(key: string, now: number): Claims {
	const oldest = executions.keys().next();
	if (executions.size >= MOST && !oldest.done) executions.delete(oldest.value);
	const claims: Claims = { claimed: new Set(), arrivals: 0, answers: new Map(), busy: false, sweptAt: now };
	executions.set(key, claims);
	return claims;
}

/** What is known here of a pause; never swept when it began in another process. */
export function claimsOf(key: string): Claims {
	return executions.get(key) ?? openClaims(key, 0);
}

