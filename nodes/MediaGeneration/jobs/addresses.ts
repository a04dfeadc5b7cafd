import { kinds, modelKinds, type ModelKind } from '../../../contract/catalog';
import { endpoints } from '../../../contract/endpoints';
import { setNewest } from '../support/forgetOldest';
import { atOrigin } from '../http/addresses';
import { jobKinds } from './kinds';

/** Where one job is asked about. */
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
	const places = [place, ...(answered.get(key) ?? []).filter((other) => other !== place)].slice(
		0,
		MOST_PLACES,
	);
	setNewest(answered, key, places, MOST);
}

const keyOf = (baseUrl: string, kind: ModelKind) => `${baseUrl} ${kinds[kind].makes}`;

/** Whether an address begins like one at which this service answered, or like a usual one, up to the job's ID. */
export function isLikePlace(baseUrl: string, address: JobAddress, url: string): boolean {
	const place = address.job_id === undefined ? undefined : withoutId(url, address.job_id);
	return (
		place !== undefined &&
		[...knownPlaces(baseUrl, address), ...usualPlaces(baseUrl, address)].some(
			(other) => start(other) === start(place),
		)
	);
}

const start = (place: string) => place.split(ID, 1)[0];

/** The IDs of jobs that an address may be about, the likeliest first: what stands where usual places have it, else at its end. */
export function idsInAddress(baseUrl: string, given: string): string[] {
	const urls = atOrigin(baseUrl, given);
	const places = modelKinds.flatMap((kind) => [
		...knownPlaces(baseUrl, { kind }),
		...usualPlaces(baseUrl, { kind }),
	]);
	const parts = urls.flatMap((url) => [
		...places
			.map((place) => start(place))
			.map((before = '') =>
				url.startsWith(before) ? url.slice(before.length).split(/[/?&#]/, 1)[0] : undefined,
			),
		new URL(url).pathname.split('/').findLast((part) => /\d/.test(part)),
	]);
	return [...new Set(parts.flatMap((part) => decoded(part) ?? []))];
}

function decoded(part = ''): string | undefined {
	try {
		return decodeURIComponent(part) || undefined;
	} catch {
		// A lone percent sign: what is no encoded text is no ID in an address either.
		return undefined;
	}
}

/** An address with a gap where the ID stands, once and by itself. */
function withoutId(url: string, jobId: string): string | undefined {
	for (const id of canStandInAddress(jobId) ? [encodeURIComponent(jobId), jobId] : []) {
		const [before, after, ...more] = url.split(id);
		if (
			before !== undefined &&
			after !== undefined &&
			more.length === 0 &&
			/[/=]$/.test(before) &&
			/^([/?&#]|$)/.test(after)
		)
			return `${before}${ID}${after}`;
	}
	return undefined;
}

/** Half a character cannot be encoded. */
const canStandInAddress = (id: string) => !/\p{Cs}/u.test(id);

/** An address at which a job may be asked about. */
export interface Candidate {
	url: string;
	/** Whether it is none of the service's known or usual places, but only told. */
	isTold: boolean;
	/** Whether this service answered about jobs there before. */
	isKnown: boolean;
	/** Whether nobody has named it for this job: neither the service nor its document. */
	isGuess: boolean;
}

/** Which addresses to try, and in which order. */
export interface Choice {
	/** Whether to try all usual paths, rather than the documented one and those that answered before. */
	thorough?: boolean;
	/** Whether the address that is told comes from somebody unknown, and so after the documented one. */
	doubtful?: boolean;
}

/** The addresses at which a job may be asked about, the likeliest first; all lie on the base URL's origin. */
export function candidates(
	baseUrl: string,
	address: JobAddress,
	{ thorough = true, doubtful = false }: Choice = {},
): Candidate[] {
	const { job_id, status_url } = address;
	const told = status_url === undefined ? [] : atOrigin(baseUrl, status_url);
	const canAsk = job_id !== undefined && canStandInAddress(job_id);
	const filled = (places: string[]) =>
		canAsk ? places.map((place) => place.replace(ID, () => encodeURIComponent(job_id))) : [];
	const known = filled(knownPlaces(baseUrl, address));
	const usual = filled(usualPlaces(baseUrl, address));
	const documented = usual.slice(0, 1);
	const others = thorough ? usual.slice(1) : [];
	const ordered = doubtful
		? [...known, ...documented, ...told, ...others]
		: [...told, ...known, ...documented, ...others];
	const own = new Set([...known, ...documented, ...others]);
	const named = new Set([...told, ...known, ...documented]);
	return [...new Set(ordered)].map((url) => ({
		url,
		isTold: !own.has(url),
		isKnown: known.includes(url),
		isGuess: !named.has(url),
	}));
}

const knownPlaces = (baseUrl: string, { kind }: JobAddress): string[] =>
	answered.get(keyOf(baseUrl, kind)) ?? [];

/** The documented place first. */
const usualPlaces = (baseUrl: string, { kind }: JobAddress): string[] =>
	[
		endpoints[kinds[kind].statusEndpoint].path.replace('{job_id}', ID),
		...jobKinds[kind].statusPaths,
	].map((path) => `${baseUrl}${path}`);
