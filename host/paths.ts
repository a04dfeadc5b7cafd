import { join, resolve } from 'node:path';

/** The project's root folder. */
export const ROOT = resolve(__dirname, '..');

/** The published name of the package, which is also the prefix of its node types in n8n. */
export const PACKAGE_NAME = 'n8n-nodes-media-generation';

/**
 * Where downloads, stamps and the demo's n8n data live; `MEDIA_GENERATION_HOST_CACHE` moves it. The pinned n8n and
 * each other version, see `otherVersion`, have folders beside each other in it: an n8n in a folder within another's
 * would find that one's packages where it lacks its own.
 */
export function cacheDir(): string {
	const cache = resolve(process.env['MEDIA_GENERATION_HOST_CACHE'] ?? join(ROOT, 'host', '.cache'));
	if (givenN8n() !== undefined) return join(cache, 'given');
	const other = otherVersion();
	return join(cache, other === undefined ? 'pinned' : `n8n-${other}`);
}

/** The folder whose node_modules holds an n8n that is there already and runs on this Node.js, to use in place of any other: from `MEDIA_GENERATION_N8N`. */
export function givenN8n(): string | undefined {
	const folder = process.env['MEDIA_GENERATION_N8N'] || undefined;
	return folder === undefined ? undefined : resolve(folder);
}

/**
 * The version of n8n to use in place of the pinned one, to see how the package does there: from `N8N_VERSION`.
 * @throws Error when that is no exact version
 */
export function otherVersion(): string | undefined {
	const version = process.env['N8N_VERSION'] || undefined;
	if (version !== undefined && !/^\d+\.\d+\.\d+$/.test(version))
		throw new Error(`N8N_VERSION must be an exact version, such as 1.123.81 (given: ${version}).`);
	return version;
}
