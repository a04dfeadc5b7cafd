import type { IWebhookFunctions } from 'n8n-workflow';
import { idsInAddress } from '../lifecycle/jobAddress';
import { jobIdsIn, otherJobs, type Certainty } from '../answers/job/ids';
import { readJob } from '../answers/job/job';
import { atOrAbove, walk } from '../answers/core/walk';
import { usual } from './kind';
import { Rejection } from './rejection';
import type { Client } from '../http/client';

export interface ToldJob {
	/** The likeliest first. */
	ids: [string, ...string[]];
	status_url?: string;
	body: unknown;
}

const MOST_IDS = 3;
const LONGEST_ID = 200;
const LONGEST_ADDRESS = 4_000;
const NO_ID = /^\s*$|^\.{1,2}$|[\p{Cc}\p{Cs}]/u;

/**
 * The job that a delivery is about: an ID in a list is rather that of a file or a part.
 * @throws Rejection 400 when it names none, or several
 */
export async function jobIn(client: Client<IWebhookFunctions>, body: object): Promise<ToldJob> {
	const { status_url: told = '' } = readJob(body, usual);
	const status_url = told === '' || told.length > LONGEST_ADDRESS ? undefined : told;
	const found = jobIdsIn(walk(body));
	const own = found.find(({ certainty, place }) => isLikely(certainty) && !isListed(place));
	const isRather = found[0]?.certainty !== 'job' || own?.certainty === 'job';
	const best = own && isRather ? own : found[0];
	const others = found.filter((id) => id !== best);
	const named = [
		...(best ? [best] : []),
		...others.filter(({ certainty }) => certainty !== 'hardly'),
	].map(({ id }) => id);
	const isSure = best?.certainty === 'job';
	const inAddress =
		status_url === undefined || isSure
			? []
			: idsInAddress(await client.baseUrl('getImageJob'), status_url);
	const [first, ...more] = [...new Set([...named, ...inAddress])]
		.filter((id) => id.length <= LONGEST_ID && !NO_ID.test(id))
		.slice(0, MOST_IDS);
	if (first === undefined)
		throw new Rejection(
			400,
			found.length > 0
				? 'What the delivery names as its job is no job ID'
				: 'The delivery names no job',
		);
	if (otherJobs(body, first).length > 0)
		throw new Rejection(400, 'The delivery is about several jobs: deliver each by itself');
	return { ids: [first, ...more], status_url, body };
}

const isListed = atOrAbove(({ value }) => Array.isArray(value));

const isLikely = (certainty: Certainty) => certainty === 'job' || certainty === 'likely';
