import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { scopes as documentedScopes } from '../contract/scopes';
import type { Clock } from './clock';
import type { Account, KeyRecord, State } from './state';

/** How a new key is configured. */
export interface KeyOptions {
	name?: string;
	/** Default: every documented scope. */
	scopes?: string[];
	/** Default: `active`. */
	status?: KeyRecord['status'];
	/** Default: a new one that nobody guesses. */
	secret?: string;
}

/** A key and, this once, its secret. */
export interface NewKey {
	record: KeyRecord;
	secret: string;
}

/** The API keys and sessions of all accounts. Secrets are kept as hashes only. */
export class KeyRing {
	/** @param changed told after each change */
	constructor(
		private readonly state: State,
		private readonly clock: Clock,
		private readonly changed: () => void,
	) {}

	/** Makes a key for an account. */
	create(
		account: Account,
		{ name = 'API key', scopes, status = 'active', secret }: KeyOptions = {},
	): NewKey {
		const made = secret ?? `mg-sandbox-${randomToken()}`;
		const record: KeyRecord = {
			id: randomUUID(),
			accountId: account.id,
			hash: hashOf(made),
			name,
			scopes: scopes ?? Object.keys(documentedScopes),
			status,
			createdAt: this.clock.now(),
			lastUsedAt: null,
		};
		this.state.keys.set(record.id, record);
		this.changed();
		return { record, secret: made };
	}

	/** The key with this secret, whatever its status. */
	find(secret: string): KeyRecord | undefined {
		const hash = hashOf(secret);
		return [...this.state.keys.values()].find((record) => record.hash === hash);
	}

	/** The account whose developer session this value opens. */
	accountOfSession(value: string): Account | undefined {
		const hash = hashOf(value);
		return [...this.state.accounts.values()].find((account) => account.sessionHash === hash);
	}

	/** The keys of an account, oldest first. */
	keysOf(account: Account): KeyRecord[] {
		return [...this.state.keys.values()].filter(({ accountId }) => accountId === account.id);
	}

	/** Notes that a key was used. Worth saving once a minute, lest polling keep the disk busy. */
	touch(record: KeyRecord): void {
		const now = this.clock.now();
		if (now - (record.lastUsedAt ?? 0) >= 60_000) this.changed();
		record.lastUsedAt = now;
	}

	/** Revokes or reactivates a key. */
	setStatus(record: KeyRecord, status: KeyRecord['status']): void {
		record.status = status;
		this.changed();
	}

	/** Forgets a key for good. */
	delete(record: KeyRecord): void {
		this.state.keys.delete(record.id);
		this.changed();
	}
}

/** Text that nobody guesses, safe in headers and URLs. */
export const randomToken = (): string => randomBytes(24).toString('base64url');

/** The form in which a secret is kept. */
export function hashOf(secret: string): string {
	return createHash('sha256').update(secret).digest('hex');
}
