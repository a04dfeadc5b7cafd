/**
 * The demo account's fixed secrets, so that what is saved in a client goes on working after a restart.
 * They open nothing but a sandbox on the machine that runs it.
 */
export const demo = {
	accountId: 'demo',
	apiKey: 'mg-sandbox-demo-key-4f1c9a2e7b6d8035',
	session: 'mg-sandbox-demo-session-91d7e3b05c2a',
	balanceUsd: '100',
} as const;
