import type { ModelKind } from '../../contract/catalog';
import { pathOf } from '../../contract/endpoints';
import { API_PREFIX, MEDIA_PREFIX } from '../http/prefixes';
import { fileNamesOf } from '../media/plan';
import type { JobAddresses } from '../shapes';
import type { Job } from './job';

/** Where a job is polled and where its results lie. */
export function addressesOf(job: Job, publicUrl: string): JobAddresses {
	return {
		statusUrl: publicUrl + API_PREFIX + pathOf(statusEndpointOf(job.kind), { job_id: job.id }),
		mediaUrls: fileNamesOf(job.id, job.plan).map((name) => `${publicUrl}${MEDIA_PREFIX}/${name}`),
	};
}

/** The endpoint at which the jobs of a product area are polled. @assumed edits and videos: not shown */
function statusEndpointOf(kind: ModelKind): 'getVideoJob' | 'getImageJob' {
	return kind === 'video' ? 'getVideoJob' : 'getImageJob';
}
