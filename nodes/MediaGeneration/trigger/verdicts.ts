import type { IWebhookFunctions } from 'n8n-workflow';
import { messageOf } from '../support/data';
import type { ToldJobs } from './jobs';
import { judge, type Court, type Verdict } from './judge';
import { NotFound, Refusal } from './refusal';

/** What came of the jobs of a delivery. */
export interface Judged {
	verdicts: Verdict[];
	refusals: Refusal[];
}

/**
 * Judges what a delivery is likeliest about, a single job or several, and the other only where no job was found. Where
 * the API could not say whether there is such a job, the other is not believed.
 */
export async function judged(court: Court, { whole, parts, isOne }: ToldJobs): Promise<Judged> {
	const asOne = async (by: Court) => (whole ? await outcomeOf(by, async () => await judge(by, whole)) : nothing);
	const asSeveral = async (by: Court) => together(await Promise.all(parts.map(async (part) => await judged(by, part))));
	const [likelier, other] = isOne ? [asOne, asSeveral] : [asSeveral, asOne];
	const first = await likelier(court);
	if (first.verdicts.length > 0 || !first.refusals.every((refusal) => refusal instanceof NotFound)) return first;
	const isUnknown = first.refusals.every(({ status }) => status === 404);
	const second = await other(isUnknown ? court : { ...court, settings: { ...court.settings, believes: false } });
	return second.verdicts.length > 0 ? second : together([first, second]);
}

async function outcomeOf({ context }: Court, work: () => Promise<Verdict>): Promise<Judged> {
	const [outcome] = await Promise.allSettled([work()]);
	if (outcome.status === 'fulfilled') return { verdicts: [outcome.value], refusals: [] };
	return { verdicts: [], refusals: [refusalFor(context, outcome.reason)] };
}

/** What a sender is told after a failure: that to come again, where nobody thought of it. */
export function refusalFor(context: IWebhookFunctions, failure: unknown): Refusal {
	if (failure instanceof Refusal) return failure;
	context.logger.error(`A delivery could not be handled: ${messageOf(failure)}`);
	return new Refusal(503, 'The delivery could not be handled; try again');
}

const nothing: Judged = { verdicts: [], refusals: [] };

const together = (each: Judged[]): Judged => ({
	verdicts: each.flatMap(({ verdicts }) => verdicts),
	refusals: each.flatMap(({ refusals }) => refusals),
});
