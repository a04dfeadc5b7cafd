import { randomUUID } from 'node:crypto';
import { usdToNanos } from '../contract/money';
import type { Context } from './context';
import { hashOf, randomToken } from './keyring';
import type { AccountOptions } from './options';
import type { Account } from './state';

/**
 * The demo account's fixed secrets, so that what is saved in a client goes on working after a restart.
 * They open nothing but a sandbox on the machine that runs it.
 */
export const demo = {
	accountId: 'demo',
	apiKey: 'mg-sandbox-demo-key-4f1c9a2e7b6d8035',
	session: 'mg-sandbox-demo-session-91d7e3b05c2a',
} as const;

const BALANCE_USD = '100';

/** An account with a key and a session, whose secrets are told this once. */
export interface OpenedAccount {
	accountId: string;
	apiKey: string;
	keyId: string;
	/** The value of the session header. */
	session: string;
}

type Parts = Pick<Context, 'state' | 'keys' | 'ledger'>;

/** Opens the demo account unless the saved state has it. */
export function openDemoAccount(parts: Parts, balanceUsd?: string): void {
	if (!parts.state.accounts.has(demo.accountId))
		openAccount(parts, { balanceUsd }, { ...demo, name: 'Demo key' });
}

/** Opens an account with a first key and some funds; its secrets are drawn unless they are given. */
export function openAccount(
	{ state, keys, ledger }: Parts,
	{ balanceUsd = BALANCE_USD, sessionScopes = ['keys:*'], scopes, status }: AccountOptions = {},
	given: { accountId?: string; session?: string; apiKey?: string; name?: string } = {},
): OpenedAccount {
	const { accountId = randomUUID(), session = `mg-sandbox-session-${randomToken()}` } = given;
	const account: Account = {
		id: accountId,
		availableNanos: 0n,
		heldNanos: 0n,
		dailyLimitNanos: null,
		monthlyLimitNanos: null,
		spend: { day: '', month: '', dayNanos: 0n, monthNanos: 0n },
		entries: [],
		sessionHash: hashOf(session),
		sessionScopes,
	};
	state.accounts.set(accountId, account);
	ledger.deposit(account, usdToNanos(String(balanceUsd)), 'Opening balance');
	const { name, apiKey: secret } = given;
	const { secret: apiKey, record } = keys.create(account, { name, scopes, status, secret });
	return { accountId, apiKey, keyId: record.id, session };
}
