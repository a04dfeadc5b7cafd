import { usdToNanos } from '../contract/money';
import type { Context } from './context';
import { demo } from './demo';
import { hashOf } from './keyring';
import type { AccountOptions } from './options';
import { token, uuid } from './random';
import type { Account } from './state';

/** An account with a key and a session, whose secrets are told this once. */
export interface OpenedAccount {
	accountId: string;
	apiKey: string;
	keyId: string;
	/** The value of the session header. */
	session: string;
}

type Parts = Pick<Context, 'state' | 'keys' | 'ledger' | 'random'>;

/** Opens an account with a first key and some funds. */
export function openAccount(parts: Parts, options: AccountOptions = {}): OpenedAccount {
	const session = `mg-sandbox-session-${token(parts.random)}`;
	return open(parts, uuid(parts.random), session, 'API key', undefined, options);
}

/** Opens the demo account unless the saved state has it. */
export function openDemoAccount(parts: Parts, balanceUsd: string = demo.balanceUsd): void {
	if (parts.state.accounts.has(demo.accountId)) return;
	open(parts, demo.accountId, demo.session, 'Demo key', demo.apiKey, { balanceUsd });
}

function open(
	parts: Parts,
	id: string,
	session: string,
	name: string,
	secret: string | undefined,
	options: AccountOptions,
): OpenedAccount {
	const { state, keys, ledger } = parts;
	const account: Account = {
		id,
		availableNanos: 0n,
		heldNanos: 0n,
		dailyLimitNanos: null,
		monthlyLimitNanos: null,
		spend: { day: '', month: '', dayNanos: 0n, monthNanos: 0n },
		entries: [],
		sessionHash: hashOf(session),
		sessionScopes: options.sessionScopes ?? ['keys:*'],
	};
	state.accounts.set(id, account);
	ledger.deposit(
		account,
		usdToNanos(String(options.balanceUsd ?? demo.balanceUsd)),
		'Opening balance',
	);
	const key = keys.create(account, {
		name,
		scopes: options.scopes,
		status: options.status,
		secret,
	});
	return { accountId: id, apiKey: key.secret, keyId: key.record.id, session };
}
