/** The beginning of endpoint paths. */
const VERSIONED = /^\/v\d+\//;

/**
 * The addresses on the base URL's origin that an address from the server can mean, the likeliest first: of one on another
 * host, the path is taken; a relative one can be relative to the origin or to the base URL.
 */
export function atOrigin(baseUrl: string, given: string): string[] {
	const { origin, pathname } = new URL(baseUrl);
	if (isAbsolute(given)) {
		if (!URL.canParse(given, baseUrl)) return [];
		const { origin: host, pathname: path, search } = new URL(given, baseUrl);
		const ofOrigin = `${origin}${path}${search}`;
		return host === origin ? [ofOrigin] : unique([ofOrigin, `${baseUrl}${path}${search}`]);
	}
	const path = given.startsWith('/') ? given : `/${given}`;
	const isOfOrigin = given === path && (path.startsWith(`${pathname}/`) || !VERSIONED.test(path));
	const both = [`${origin}${path}`, `${baseUrl}${path}`];
	return unique(isOfOrigin ? both : both.reverse());
}

/**
 * An address from the server as an absolute URL, if it lies on the base URL's origin; {@link atOrigin} interprets others.
 */
export function sameOriginUrl(baseUrl: string, given: string): string | undefined {
	if (!URL.canParse(given, baseUrl)) return undefined;
	const { origin, href } = new URL(given, baseUrl);
	return origin === new URL(baseUrl).origin ? href : undefined;
}

/**
 * An address from the server as Get Job takes it: of one on another host, what is asked at the API instead, or its path if
 * that can mean several.
 */
export function asHandedBack(baseUrl: string, given: string): string {
	if (!isAbsolute(given)) return given.startsWith('/') ? given : `/${given}`;
	const [first = given, ...others] = atOrigin(baseUrl, given);
	return others.length === 0 || first.startsWith(`${baseUrl}/`)
		? first
		: first.slice(new URL(first).origin.length);
}

/** Whether an address names its host, with or without a scheme. */
export function isAbsolute(address: string): boolean {
	return /^([a-z][a-z0-9+.-]*:)?\/\//i.test(address);
}

const unique = (urls: string[]) => [...new Set(urls)];
