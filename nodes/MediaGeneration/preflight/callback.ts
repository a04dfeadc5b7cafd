import { callbackReach } from '../http/reach';

/** What may keep a callback from arriving at an address, in a sentence; nothing where all is well. */
export function callbackProblem(baseUrl: string, address: string | undefined): string | undefined {
	if (address === undefined) return undefined;
	if (/\/(webhook|form)-test(\/|$)/.test(address))
		return 'The Callback URL is the test URL of its trigger (/webhook-test/), which n8n takes away when the test ends: use its production URL.';
	if (/\/(workflow\/|home\/workflows)/.test(address))
		return 'The Callback URL is a page of n8n’s editor: copy the production URL of the trigger that is to be called.';
	if (callbackReach(baseUrl, address) === 'likely') return undefined;
	return `The service at ${new URL(baseUrl).host} may not reach the Callback URL at ${new URL(address).host}: give a public address of this n8n.`;
}
