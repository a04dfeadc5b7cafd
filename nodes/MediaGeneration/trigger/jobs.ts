import type { IWebhookFunctions } from 'n8n-workflow';
import { idsInAddress } from '../jobs/addresses';
import { baseUrlOf } from '../transport/request';
import { readJob } from '../wire/job';
import { bareId, fallbackId } from '../wire/words/ids';
import { usual } from './kind';
import { recordsIn, type Record } from '../wire/records';
import { Refusal } from './refusal';

/** A job that a delivery tells of. */
export interface ToldJob {
	/** What may be its ID, the likeliest first. */
	ids: [string, ...string[]];
	/** Where the delivery says that it is asked after. */
	status_url?: string;
	/** What the delivery says of it. */
	body: unknown;
}

/** The jobs of a delivery. */
export interface ToldJobs {
	each: ToldJob[];
	/** What else it may be about, where the API knows none of them. */
	asOne?: ToldJob;
}

const MOST_JOBS = 200;
const MOST_IDS = 3;
const LONGEST_ID = 200;
const NO_ID = /^\s*$|^\.{1,2}$|[\p{Cc}\p{Cs}]/u;

/**
 * The jobs that a delivery is about.
 * @throws Refusal 400 when there is none in it, or too many
 */
export async function jobsIn(context: IWebhookFunctions, body: object): Promise<ToldJobs> {
	const { each, asOne } = recordsIn(body);
	if (each.length > MOST_JOBS) throw new Refusal(400, `The delivery is about more than ${MOST_JOBS} jobs: deliver them in several`);
	const told = await Promise.all(each.map(async (record) => await toldJob(context, record)));
	const jobs = told.filter((job) => job !== undefined);
	if (jobs.length === 0) {
		throw new Refusal(400, each.some(({ ids }) => ids.length > 0) ? 'What the delivery names as its job is no job ID' : 'The delivery names no job');
	}
	return { each: jobs, asOne: asOne && (await toldJob(context, asOne)) };
}

async function toldJob(context: IWebhookFunctions, { body, ids }: Record): Promise<ToldJob | undefined> {
	const { status_url } = readJob(body, usual);
	const [best] = ids;
	const named = ids.filter((id) => id === best || id.weight >= fallbackId).map(({ id }) => id);
	// Under a name such as job_id it is the job's, whatever stands in an address beside it.
	const isSure = best !== undefined && best.weight > bareId + SURE;
	const inAddress = status_url === undefined || isSure ? [] : idsInAddress(await baseUrlOf(context, 'getImageJob'), status_url);
	const [first, ...more] = [...new Set([...named, ...inAddress])].filter((id) => id.length <= LONGEST_ID && !NO_ID.test(id)).slice(0, MOST_IDS);
	return first === undefined ? undefined : { ids: [first, ...more], status_url, body };
}

/** How much more than a bare `id` beside a state a name weighs that is surely the job's. */
const SURE = 25;
