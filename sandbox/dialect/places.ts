import { kinds } from '../../contract/catalog';
import { endpoints, type EndpointName } from '../../contract/endpoints';
import type { Job } from '../jobs/job';
import { idOf } from './ids';
import type { Speaker } from './speaker';

/** The place, below the base URL, where a job is asked about; image jobs where the document says. */
export function placeOf(speaker: Speaker, job: Job): string {
	const path =
		job.kind === 'image'
			? endpoints.getImageJob.path.replace('{job_id}', '{id}')
			: speaker.choices[job.kind].path.path;
	return path.replace('{id}', encodeURIComponent(idOf(speaker, job)));
}

/** The job that is asked about at a place, if any. */
export function jobAt(speaker: Speaker, place: string): Job | undefined {
	const asked = normal(place);
	return [...speaker.context.state.jobs.values()].find((job) =>
		[placeOf, resultPlaceOf].some((place) => normal(place(speaker, job)) === asked),
	);
}

/** The place where nothing but the result of a job is told, for dialects that tell only its address when the job is done. */
export const resultPlaceOf = (speaker: Speaker, job: Job): string =>
	`${RESULTS}${encodeURIComponent(idOf(speaker, job))}`;

const RESULTS = '/v1/content/';

/** The endpoint and the parameters for a place that the contract does not have. */
export function endpointAt(
	speaker: Speaker,
	place: string,
): { name: EndpointName; params: Record<string, string> } | undefined {
	const job = jobAt(speaker, place);
	return (
		job && {
			name: kinds[job.kind].statusEndpoint,
			params: { job_id: job.id, ...(place.startsWith(RESULTS) && { part: 'result' }) },
		}
	);
}

/** Clients differ in what they encode. */
function normal(place: string): string {
	try {
		return decodeURIComponent(place);
	} catch {
		return place;
	}
}
