/** How the paths of the API's endpoints begin, which are relative to the base URL: `/v1/`. */
const VERSIONED = /^\/v\d+\//;

/**
 * What an address that the server gave can mean on the base URL's origin, where alone the key goes: itself; of another
 * host its path; of a relative one what it is relative to, the origin or the base URL. The likelier stands first.
 */
export function atOrigin(baseUrl: string, given: string): string[] {
	const { origin, pathname } = new URL(baseUrl);
	if (isAbsolute(given)) {
		if (!URL.canParse(given, baseUrl)) return [];
		const { origin: host, pathname: path, search } = new URL(given, baseUrl);
		return host === origin
			? [`${host}${path}${search}`]
			: unique([`${origin}${path}${search}`, `${baseUrl}${path}${search}`]);
	}
	const path = given.startsWith('/') ? given : `/${given}`;
	const ofOrigin = `${origin}${path}`;
	const ofBase = `${baseUrl}${path}`;
	// The path begins with a slash, so none of it can become another host.
	const all =
		given.startsWith('/') && (path.startsWith(`${pathname}/`) || !VERSIONED.test(path))
			? [ofOrigin, ofBase]
			: [ofBase, ofOrigin];
	return unique(all);
}

/**
 * An address that the server gave, made absolute as a browser does, if it lies on the base URL's origin: the key goes to
 * no other. Otherwise nothing; {@link atOrigin} tells what such an address can mean all the same.
 */
export function onSameOrigin(baseUrl: string, given: string): string | undefined {
	if (!URL.canParse(given, baseUrl)) return undefined;
	const { origin, href } = new URL(given, baseUrl);
	return origin === new URL(baseUrl).origin ? href : undefined;
}

/**
 * An address that the server gave in a form that can be handed back to this package: one of another host as what is asked
 * for at the API instead, or as its path where that can mean several.
 */
export function asHandedBack(baseUrl: string, given: string): string {
	if (!isAbsolute(given)) return given.startsWith('/') ? given : `/${given}`;
	const [first = given, ...others] = atOrigin(baseUrl, given);
	return others.length === 0 || first.startsWith(`${baseUrl}/`)
		? first
		: first.slice(new URL(first).origin.length);
}

/** Whether an address names its host, be it without a scheme. */
export function isAbsolute(address: string): boolean {
	return /^([a-z][a-z0-9+.-]*:)?\/\//i.test(address);
}

const unique = (urls: string[]) => [...new Set(urls)];
