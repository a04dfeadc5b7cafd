import { kinds, modelKinds, type ModelKind } from '../../../contract/catalog';
import { endpoints } from '../../../contract/endpoints';
import { atOrigin } from '../http/addresses';

/** Where one job is asked about. */
export interface JobAddress {
	kind: ModelKind;
	job_id?: string;
	status_url?: string;
}

/**
 * The addresses at which a job may be asked about, the likeliest first; all lie on the base URL's origin.
 * @param isTrusted whether the service itself told the status URL; that of somebody unknown comes after the documented place
 */
export function candidates(
	baseUrl: string,
	{ kind, job_id, status_url }: JobAddress,
	isTrusted = true,
): string[] {
	const told = status_url === undefined ? [] : atOrigin(baseUrl, status_url);
	// Half a character cannot be encoded.
	const canAsk = job_id !== undefined && !/\p{Cs}/u.test(job_id);
	const documented = canAsk ? [`${placeOf(baseUrl, kind)}${encodeURIComponent(job_id)}`] : [];
	return [...new Set(isTrusted ? [...told, ...documented] : [...documented, ...told])];
}

/** Where the document has the jobs of a kind, up to the ID. */
const placeOf = (baseUrl: string, kind: ModelKind): string =>
	`${baseUrl}${endpoints[kinds[kind].statusEndpoint].path.replace('{job_id}', '')}`;

/** The IDs of jobs that an address may be about: what stands where the document has it, else its last part with a digit. */
export function idsInAddress(baseUrl: string, given: string): string[] {
	const places = modelKinds.map((kind) => placeOf(baseUrl, kind));
	const parts = atOrigin(baseUrl, given).flatMap((url) => [
		...places.map((place) =>
			url.startsWith(place) ? url.slice(place.length).split(/[/?&#]/, 1)[0] : undefined,
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
