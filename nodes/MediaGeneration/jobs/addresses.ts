import type { ModelKind } from '../../../contract/catalog';
import { atOrigin } from '../transport/addresses';
import { jobKinds } from './kinds';

/** Where one job is asked after. */
export interface JobAddress {
	kind: ModelKind;
	job_id?: string;
	status_url?: string;
}

/** What answered, by base URL and product area; enough for any instance, the oldest is forgotten first. */
const answered = new Map<string, string>();
const MOST = 200;

/** Remembers the path at which a service keeps its jobs. */
export function rememberPath(baseUrl: string, { kind }: JobAddress, path: string | undefined): void {
	if (path === undefined) return;
	const [oldest] = answered.keys();
	if (answered.size >= MOST && oldest !== undefined) answered.delete(oldest);
	answered.set(`${baseUrl} ${kind}`, path);
}

/** One address to ask at, and the path that it was made of, where it was. */
export interface Candidate {
	url: string;
	path?: string;
}

/**
 * The addresses at which a job may be asked after, the likeliest first; all lie on the base URL's origin.
 * @param thorough whether to try all usual paths where none has answered before, rather than the documented one
 */
export function candidates(baseUrl: string, address: JobAddress, thorough = true): Candidate[] {
	const { kind, job_id, status_url } = address;
	const paths = jobKinds[kind].statusPaths;
	const known = answered.get(`${baseUrl} ${kind}`);
	const tried = known !== undefined ? [known, ...(thorough ? paths : [])] : thorough ? paths : paths.slice(0, 1);
	const byId = job_id === undefined ? [] : [...new Set(tried)].map((path) => ({ url: `${baseUrl}${path.replace('{id}', () => encodeURIComponent(job_id))}`, path }));
	const told = status_url === undefined ? [] : atOrigin(baseUrl, status_url).map((url) => ({ url }));
	return [...told, ...byId];
}
