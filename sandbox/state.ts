import type { Job } from './jobs/job';

/** A movement of an account's funds. Its amount is what it did to the spendable balance. */
export interface LedgerEntry {
	id: string;
	type: 'deposit' | 'hold' | 'release' | 'charge';
	amountNanos: bigint;
	jobId: string | null;
	description: string;
	/** Milliseconds since the Unix epoch. */
	at: number;
}

/** A developer's account: funds, limits and the session that manages its keys. Amounts are in nanos. */
export interface Account {
	id: string;
	availableNanos: bigint;
	heldNanos: bigint;
	dailyLimitNanos: bigint | null;
	monthlyLimitNanos: bigint | null;
	/** What was charged on the UTC day and in the UTC month of the last charge. */
	spend: { day: string; month: string; dayNanos: bigint; monthNanos: bigint };
	entries: LedgerEntry[];
	sessionHash: string;
	sessionScopes: string[];
}

/** An API key as stored: its secret only as a hash. */
export interface KeyRecord {
	id: string;
	accountId: string;
	hash: string;
	name: string;
	scopes: string[];
	status: 'active' | 'revoked';
	createdAt: number;
	lastUsedAt: number | null;
}

/** All that the sandbox remembers. Plain data, so that it can be saved. */
export interface State {
	accounts: Map<string, Account>;
	keys: Map<string, KeyRecord>;
	jobs: Map<string, Job>;
}

/** A state in which nothing has happened. */
export function emptyState(): State {
	return { accounts: new Map(), keys: new Map(), jobs: new Map() };
}
