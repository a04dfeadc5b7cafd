import { kinds, modelKinds, type Media, type ModelKind } from '../../../contract/catalog';
import { endpoints } from '../../../contract/endpoints';
import { atOrigin } from '../http/addresses';

export interface JobAddress {
	kind: ModelKind;
	job_id?: string;
	status_url?: string;
}

/** Where services keep jobs beside the documented place. */
export const USUAL: Readonly<Record<Media, readonly string[]>> = {
	image: [
		'/v1/images/studio/jobs/',
		'/v1/images/generations/jobs/',
		'/v1/images/generations/',
		'/v1/images/jobs/',
		'/v1/images/studio/edit/jobs/',
		'/v1/images/',
	],
	video: [
		'/v1/videos/generations/jobs/',
		'/v1/videos/generations/',
		'/v1/videos/jobs/',
		'/v1/videos/',
	],
};
const ANYWHERE = ['/v1/jobs/', '/v1/tasks/', '/v1/generations/'];

/**
 * The addresses at which a job may be asked about, the likeliest first, last those that are only usual; all on the
 * base URL's origin.
 * @assumed edits are polled where images are: not shown
 * @param isTrusted whether the service itself told the status URL
 */
export function candidates(
	baseUrl: string,
	{ kind, job_id, status_url }: JobAddress,
	isTrusted = true,
): Array<{ url: string; isGuess: boolean }> {
	const told = status_url === undefined ? [] : atOrigin(baseUrl, status_url);
	// Half a character cannot be encoded.
	const id =
		job_id === undefined || /\p{Cs}/u.test(job_id) ? undefined : encodeURIComponent(job_id);
	const documented = id === undefined ? [] : [`${placeOf(baseUrl, kind)}${id}`];
	const places = id === undefined ? [] : [...USUAL[kinds[kind].makes], ...ANYWHERE];
	const named = new Set(isTrusted ? [...told, ...documented] : [...documented, ...told]);
	const guesses = places.map((place) => `${baseUrl}${place}${id}`).filter((url) => !named.has(url));
	return [
		...[...named].map((url) => ({ url, isGuess: false })),
		...guesses.map((url) => ({ url, isGuess: true })),
	];
}

const placeOf = (baseUrl: string, kind: ModelKind): string =>
	`${baseUrl}${endpoints[kinds[kind].statusEndpoint].path.replace('{job_id}', '')}`;

/** The IDs of jobs that an address may be about: at the documented place, else its last part with a digit. */
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

/** A part of an address, decoded; nothing where it is no encoded text. */
export function decoded(part = ''): string | undefined {
	try {
		return decodeURIComponent(part) || undefined;
	} catch {
		return undefined;
	}
}
