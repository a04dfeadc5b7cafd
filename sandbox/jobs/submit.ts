import type { ModelKind } from '../../contract/catalog';
import type { Context } from '../context';
import type { Caller } from '../http/handler';
import { magicIn } from '../magic';
import type { Plan } from '../media/plan';
import { chooseCost } from '../pricing';
import { uuid } from '../random';
import type { MediaRequest } from '../requests';
import type { Job } from './job';

/** A checked request on its way to becoming a job. */
export interface Submission {
	kind: ModelKind;
	request: MediaRequest;
	callbackUrl: string | undefined;
	mode: Job['mode'];
	/** Decides what the result will be. It may fetch references. */
	plan: () => Promise<Plan>;
}

/**
 * Makes a job of a request, holds its price and starts it.
 * @throws ApiError 400 for a reference that cannot be used, 402 for missing funds, 403 for moderated content
 */
export async function submit(
	context: Context,
	{ account }: Caller,
	submission: Submission,
): Promise<Job> {
	const { kind, request, callbackUrl, mode } = submission;
	const { model, values } = request;
	const magic = magicIn(String(values.prompt));
	const costNanos = chooseCost(model, values);
	context.ledger.demand(account, costNanos);
	const plan = await submission.plan();
	const createdAt = context.clock.now();
	const job: Job = {
		id: uuid(context.random),
		accountId: account.id,
		kind,
		model: model.id,
		values,
		costNanos,
		status: 'processing',
		mode,
		fate: magic.fate,
		createdAt,
		dueAt: createdAt + (model.etaSeconds * 1000 * magic.slowness) / context.speed,
		completedAt: null,
		error: null,
		delivery: callbackUrl
			? { url: callbackUrl, attempts: 0, nextAt: null, outcome: 'pending' }
			: null,
		plan,
	};
	context.jobs.start(job);
	return job;
}
