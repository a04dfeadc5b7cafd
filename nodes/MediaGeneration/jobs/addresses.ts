import { kinds, type ModelKind } from '../../../contract/catalog';
import { endpoints } from '../../../contract/endpoints';
import { forgetOldest } from '../support/forgetOldest';
import { atOrigin } from '../transport/addresses';
import { jobKinds } from './kinds';

/** Where one job is asked after. */
export interface JobAddress {
	kind: ModelKind;
	job_id?: string;
	status_url?: string;
}

/**
 * Where a service answered about jobs, by base URL and medium, the last place first: addresses with {@link ID} in
 * place of the job's ID. A service may keep edits elsewhere than images. Enough for any instance, the oldest is forgotten first.
 */
const answered = new Map<string, string[]>();
const MOST = 200;
const MOST_PLACES = 2;
const ID = '{id}';

/** Remembers the address at which a service answered about a job, if that is made of the job's ID. */
export function rememberAddress(baseUrl: string, { kind, job_id }: JobAddress, url: string): void {
	const place = job_id === undefined ? undefined : withoutId(url, job_id);
	if (place === undefined) return;
	const key = keyOf(baseUrl, kind);
	const places = [place, ...(answered.get(key) ?? []).filter((other) => other !== place)].slice(0, MOST_PLACES);
	answered.delete(key);
	answered.set(key, places);
	forgetOldest(answered, MOST);
}

const keyOf = (baseUrl: string, kind: ModelKind) => `${baseUrl} ${kinds[kind].makes}`;

/** Whether an address is made of the job's ID. */
export function isAddressOf(url: string, { job_id }: JobAddress): boolean {
	return job_id !== undefined && withoutId(url, job_id) !== undefined;
}

/** An address with a gap where the ID stands, once and by itself. */
function withoutId(url: string, jobId: string): string | undefined {
	for (const id of canStandInAddress(jobId) ? [encodeURIComponent(jobId), jobId] : []) {
		const [before, after, ...more] = url.split(id);
		if (before !== undefined && after !== undefined && more.length === 0 && /[/=]$/.test(before) && /^([/?&#]|$)/.test(after)) return `${before}${ID}${after}`;
	}
	return undefined;
}

/** Half a character cannot be encoded. */
const canStandInAddress = (id: string) => !/\p{Cs}/u.test(id);

/**
 * The addresses at which a job may be asked after, the likeliest first; all lie on the base URL's origin.
 * @param thorough whether to try all usual paths, rather than the documented one and those that answered before
 */
export function candidates(baseUrl: string, { kind, job_id, status_url }: JobAddress, thorough = true): string[] {
	const told = status_url === undefined ? [] : atOrigin(baseUrl, status_url);
	if (job_id === undefined || !canStandInAddress(job_id)) return told;
	const paths = [endpoints[kinds[kind].statusEndpoint].path.replace('{job_id}', ID), ...jobKinds[kind].statusPaths];
	const known = answered.get(keyOf(baseUrl, kind)) ?? [];
	const places = [...known, ...(thorough ? paths : paths.slice(0, 1)).map((path) => `${baseUrl}${path}`)];
	return [...new Set([...told, ...places.map((place) => place.replace(ID, () => encodeURIComponent(job_id)))])];
}
