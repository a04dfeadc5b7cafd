/**
 * What an address that the server gave can mean on the base URL's origin, where alone the key goes: itself; of another
 * host its path; of a relative one what it is relative to, the origin or the base URL.
 */
export function atOrigin(baseUrl: string, given: string): string[] {
	const { origin, pathname } = new URL(baseUrl);
	if (/^([a-z][a-z0-9+.-]*:)?\/\//i.test(given)) {
		if (!URL.canParse(given, baseUrl)) return [];
		const { origin: host, pathname: path, search } = new URL(given, baseUrl);
		return host === origin ? [`${host}${path}${search}`] : unique([`${origin}${path}${search}`, `${baseUrl}${path}${search}`]);
	}
	const path = given.startsWith('/') ? given : `/${given}`;
	const ofOrigin = `${origin}${path}`;
	const ofBase = `${baseUrl}${path}`;
	const all = pathname !== '/' && path.startsWith(`${pathname}/`) ? [ofOrigin, ofBase] : given.startsWith('/') ? [ofBase, ofOrigin] : [ofBase, ofOrigin];
	return unique(all.filter((url) => URL.canParse(url) && new URL(url).origin === origin));
}

const unique = (urls: string[]) => [...new Set(urls)];
