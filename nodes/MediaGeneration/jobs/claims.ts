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
	/** Whether one callback is already bringing the execution back. */
	finishing: boolean;
	/** When all open jobs were last asked about, in milliseconds since the Unix epoch. */
	sweptAt: number;
}

/** Enough for any instance; the oldest is forgotten first. */
const MOST = 5000;
const executions = new Map<string, Claims>();

/** Begins to keep track of an execution that pauses in this process. */
export function openClaims(executionId: string, now: number): Claims {
	const oldest = executions.keys().next();
	if (executions.size >= MOST && !oldest.done) executions.delete(oldest.value);
	const claims: Claims = { claimed: new Set(), arrivals: 0, answers: new Map(), finishing: false, sweptAt: now };
	executions.set(executionId, claims);
	return claims;
}

/** What is known here of an execution; never swept when it paused in another process. */
export function claimsOf(executionId: string): Claims {
	return executions.get(executionId) ?? openClaims(executionId, 0);
}

/** Forgets an execution that goes on. */
export function closeClaims(executionId: string): void {
	executions.delete(executionId);
}
