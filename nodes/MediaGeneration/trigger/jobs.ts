import type { IWebhookFunctions } from 'n8n-workflow';
import { idsInAddress } from '../jobs/addresses';
import { baseUrlOf } from '../transport/request';
import { readJob } from '../wire/job';
import { bareId, fallbackId } from '../wire/words/ids';
import { usual } from './kind';
import { recordsIn, type JobRecord, type Records } from '../wire/records';
import { walk } from '../wire/walk';
import { Refusal } from './refusal';

/** A job that a delivery tells of. */
export interface ToldJob {
	/** What may be its ID, the likeliest first. */
	ids: [string, ...string[]];
	/** Where the delivery says that it is asked about. */
	status_url?: string;
	/** What the delivery says of it. */
	body: unknown;
}

/** What a delivery can be about: a single job, or several. */
export interface ToldJobs {
	/** All of it as about a single job. */
	whole?: ToldJob;
	/** What it says of each of several jobs. */
	parts: ToldJobs[];
	/** Whether it is rather about the single job, so that the parts count only where there is no such job. */
	isOne: boolean;
}

const MOST_JOBS = 200;
/** What a delivery says around the lists of its jobs is read for each of them: of all together so many values. */
const MOST_VALUES = 50_000;
const MOST_IDS = 3;
const LONGEST_ID = 200;
const LONGEST_ADDRESS = 4_000;
const NO_ID = /^\s*$|^\.{1,2}$|[\p{Cc}\p{Cs}]/u;

/**
 * The jobs that a delivery is about.
 * @throws Refusal 400 when there is none in it, or too many
 */
export async function jobsIn(context: IWebhookFunctions, body: object): Promise<ToldJobs> {
	const records = recordsIn(body);
	if (likelyJobs(records) > MOST_JOBS) throw new Refusal(400, `The delivery is about more than ${MOST_JOBS} jobs: deliver them in several`);
	const [first, ...others] = jobsOf(records);
	if (first && others.length > 0 && walk(first.body()).places.length * (1 + others.length) > MOST_VALUES)
		throw new Refusal(400, 'The delivery holds too many values beside those of its jobs: deliver the jobs in several');
	const told = await toldJobs(context, records, mostJobs(records) <= MOST_JOBS);
	if (told) return told;
	throw new Refusal(400, namesAny(records) ? 'What the delivery names as its job is no job ID' : 'The delivery names no job');
}

const jobsOf = ({ whole, parts }: Records): JobRecord[] => (parts.length > 0 ? parts.flatMap(jobsOf) : whole ? [whole] : []);

/** How many jobs it is likeliest about. */
export const likelyJobs = ({ parts, isOne }: Pick<ToldJobs | Records, 'parts' | 'isOne'>): number => (isOne ? 1 : sum(parts.map(likelyJobs)));

/** How many jobs it can be about. */
const mostJobs = ({ parts }: Records): number => (parts.length > 0 ? sum(parts.map(mostJobs)) : 1);

const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);

const namesAny = ({ whole, parts }: Records): boolean => (whole !== undefined && whole.ids.length > 0) || parts.some(namesAny);

/** @param withAll whether parts count too where it is rather about the single job */
async function toldJobs(context: IWebhookFunctions, { whole, parts, isOne }: Records, withAll: boolean): Promise<ToldJobs | undefined> {
	const asOne = whole && (await toldJob(context, whole));
	const inParts = isOne && !withAll ? [] : await Promise.all(parts.map(async (part) => await toldJobs(context, part, withAll)));
	const told = inParts.filter((part) => part !== undefined);
	return asOne || told.length > 0 ? { whole: asOne, parts: told, isOne: isOne && asOne !== undefined } : undefined;
}

async function toldJob(context: IWebhookFunctions, { body: makeBody, ids }: JobRecord): Promise<ToldJob | undefined> {
	const body = makeBody();
	const { status_url: told = '' } = readJob(body, usual);
	const status_url = told === '' || told.length > LONGEST_ADDRESS ? undefined : told;
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
