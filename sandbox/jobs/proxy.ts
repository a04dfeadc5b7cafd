/** Addresses on this machine are reached directly, whatever proxy the environment names. */
export function proxyFor(url: string): false | undefined {
	const { hostname } = new URL(url);
	return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) ? false : undefined;
}
