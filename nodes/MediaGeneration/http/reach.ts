/** Whether the service can reach this n8n: never, only within one network, or probably. */
type Reachability = 'never' | 'perhaps' | 'likely';

/** The setting that a message names if it cannot. */
export const PUBLIC_ADDRESS =
	'the public address of this n8n (N8N_WEBHOOK_URL; before n8n 2.34 WEBHOOK_URL)';

/** Whether a service can reach an address of this n8n, judged by both addresses. */
export function callbackReach(serviceUrl: string, ownUrl: string): Reachability {
	const [service, own] = [new URL(serviceUrl).hostname, new URL(ownUrl).hostname];
	if (isLoopback(service)) return 'likely';
	if (isLoopback(own)) return 'never';
	return isPrivate(own) && !isPrivate(service) ? 'perhaps' : 'likely';
}

const isLoopback = (hostname: string) =>
	/^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/i.test(hostname);

/** An address of a private network, or a name that only such a network knows. */
const isPrivate = (hostname: string) =>
	/^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])(\.\d+){2}|\[f[cde][^\]]*\]|[^.:[\]]+|.*\.(local|lan|internal|home|intranet|fritz\.box|home\.arpa|test))$/i.test(
		hostname,
	);
