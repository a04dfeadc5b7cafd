import { join, resolve } from 'node:path';

/** The project's root folder. */
export const ROOT = resolve(__dirname, '..');

/** The published name of the package, which is also the prefix of its node types in n8n. */
export const PACKAGE_NAME = 'n8n-nodes-media-generation';

/** Where downloads, stamps and the demo's n8n data live; `MEDIA_GENERATION_HOST_CACHE` moves it. */
export function cacheDir(): string {
	return resolve(process.env['MEDIA_GENERATION_HOST_CACHE'] ?? join(ROOT, 'host', '.cache'));
}

/** The folder with the pinned n8n's package.json, lock file and npm settings. */
export const PINNED_N8N = join(ROOT, 'host', 'n8n');
