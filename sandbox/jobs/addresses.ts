import { kinds } from '../../contract/catalog';
import { pathOf } from '../../contract/endpoints';
import { API_PREFIX, MEDIA_PREFIX } from '../http/prefixes';
import { fileNamesOf } from '../media/plan';
import type { JobAddresses } from '../shapes';
import type { Job } from './job';

/** Where a job is polled and where its results lie. */
export function addressesOf(job: Job, publicUrl: string): JobAddresses {
	const at = (name: string) => `${publicUrl}${MEDIA_PREFIX}/${name}`;
	const [first, ...more] = fileNamesOf(job.id, job.plan);
	return {
		statusUrl: publicUrl + API_PREFIX + pathOf(kinds[job.kind].statusEndpoint, { job_id: job.id }),
		mediaUrls: [at(first), ...more.map(at)],
	};
}
