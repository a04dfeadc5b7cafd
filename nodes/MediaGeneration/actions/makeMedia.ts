import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { kinds } from '../../../contract/catalog';
import { showValue } from '../../../contract/catalog/rules';
import { answersAtOnce, endpoints } from '../../../contract/endpoints';
import type { Callback } from '../run/operation';
import { isMissing } from '../n8n/readers';
import type { AskedFields } from '../jobs/cost';
import { keep } from '../jobs/kept';
import { toItems } from '../jobs/output';
import { inputsOf, onEnd, type PendingJob } from '../jobs/pending';
import { inOneCall, nameOfCall } from '../spend/calls';
import { shownUrl } from '../jobs/stored';
import { noteLostFile, renewed } from '../spend/renewed';
import { noteEnd, submitAndFinish, submitOrTakeUp } from '../spend/submit';
import { dataOf } from '../support/data';
import { quoting } from '../http/quoting';
import { nodeFailure } from '../failures/failure';
import { optionLabels } from '../failures/labels';
import { unclearFields, bookedOf, entryOf } from './booked';
import type { MediaRequest } from './mediaRequest';
import type { Run } from '../spend/run';

/**
 * Submits what an item asks for and gives the finished media, or
 * the accepted job when nothing is to be waited for. What was submitted before, in this execution, is
 * picked up again.
 * @throws NodeApiError when the service refuses it, the job fails, or nobody knows what became of it
 */
export async function makeMedia(run: Run, request: MediaRequest): Promise<INodeExecutionData[]> {
	if (request.dryRun) return [dryRun(run, withCallback(request, request.callback))];
	const booked = await bookedOf(run, request);
	return await inOneCall(
		run,
		request.key,
		async (key) => await makeRequested(run, { ...booked, key }),
	).catch(async (error: unknown) => {
		throw await quoting(run, error, aboutOf(run, booked));
	});
}

async function makeRequested(run: Run, request: MediaRequest): Promise<INodeExecutionData[]> {
	const { model, patience, output } = request;
	const made =
		request.waitFor === 'submit'
			? await submitOrTakeUp(run, withCallback(request, request.callback))
			: await submitAndFinish(run, request, patience);
	const look = await renewed(run, request, made);
	const { job } = look;
	const items = await toItems(
		run,
		model.kind,
		{ ...look, job: { ...job, model: job.model ?? request.entry?.reused?.row.model ?? model.id } },
		output,
		askedOf(run, request),
	).catch((error: unknown) => {
		noteLostFile(run, request);
		throw error;
	});
	const madeAtOnce =
		request.waitFor === 'submit' && job.status === 'completed' && !request.entry?.reused;
	if (!madeAtOnce) return items;
	const note = isMissing({ ...request.callback, ...request.body }.callback_url)
		? MADE_AT_ONCE
		: ANSWERED_AT_ONCE;
	return items.map((item) => ({ ...item, json: { ...item.json, note: item.json.note ?? note } }));
}

const MADE_AT_ONCE =
	'Without a Callback URL, the service answers only once the result is ready, so the node had to wait for it.';
const ANSWERED_AT_ONCE =
	'The service answered with the result at once, so it may not call the Callback URL.';

/** What the item tells of its request, once that was made. */
const askedOf = (run: Run, { cost, entry }: MediaRequest): AskedFields => ({
	...(entry?.reuse ?? cost),
	...run.variant,
	...unclearFields(run),
});

/** What is told of a request that failed. */
const aboutOf = (run: Run, { cost, model, entry }: MediaRequest) => ({
	prompt: (entry?.reuse ?? cost).prompt,
	model: entry?.reused?.row.model ?? model.id,
	...unclearFields(run),
});

/**
 * {@link makeMedia} for a workflow that pauses: only submits the item's job, to be delivered to the callback's address.
 * @throws as {@link makeMedia}
 */
export async function submitMedia(
	run: Run,
	request: MediaRequest,
	callback: Callback,
): Promise<PendingJob> {
	const { model, output, dryRun: dry } = request;
	if (dry)
		throw nodeFailure(
			run,
			`${optionLabels.dryRun} must be the same for all items when the workflow pauses`,
			'Nothing was sent for this item.',
		);
	const { callback_url: other } = request.body;
	if (other !== undefined) {
		throw nodeFailure(
			run,
			`callback_url in ${optionLabels.extraBody} would keep callbacks from resuming the workflow (given: ${showValue(other)})`,
			'Nothing was sent for this item. Remove it, or set Wait For to Nothing (Just Submit).',
		);
	}
	const needsNone = callback.spare && !answersAtOnce(kinds[model.kind].endpoint);
	const asked = withCallback(
		await bookedOf(run, request),
		needsNone ? {} : { callback_url: callback.url },
	);
	const isRemembered = run.notes.recall(asked.key) !== undefined;
	const look = await submitOrTakeUp(run, asked).catch(async (error: unknown) => {
		throw await quoting(run, error, aboutOf(run, asked));
	});
	const { job, accepted } = look;
	const pending: PendingJob = {
		itemIndex: run.itemIndex,
		index: run.index,
		kind: model.kind,
		model: model.id,
		job_id: job.job_id,
		status_url: job.status_url,
		told: dataOf(accepted),
		etaSeconds: model.etaSeconds,
		...(!isRemembered && !asked.entry?.reused && { acceptedAt: Date.now() }),
		output,
		cost: askedOf(run, asked),
		paths: request.hints.paths,
		inputs: inputsOf(request.inputs),
		...(job.status !== 'processing' && keep(look, run.share)),
	};
	onEnd(pending, (seen) => noteEnd(run, asked, { ...seen, accepted }));
	return pending;
}

/**
 * The most that an item's first try can cost, in nanos; nothing for a dry run, and for what was sent before, in this
 * execution or for the same key.
 * @throws as {@link makeMedia}
 */
export async function priceMedia(run: Run, request: MediaRequest): Promise<bigint> {
	if (request.dryRun || run.notes.recall(nameOfCall(run, request.key))) return 0n;
	const entry = await entryOf(run, request);
	return (await entry?.isPaid()) ? 0n : await request.highest();
}

/** A callback URL is not part of what was asked for: it may differ when the node is tried again. */
function withCallback(request: MediaRequest, callback: IDataObject): MediaRequest {
	return { ...request, body: { ...callback, ...request.body } };
}

function dryRun(
	{ itemIndex, variant }: Run,
	{ model, body: sent, cost }: MediaRequest,
): INodeExecutionData {
	const { method, path } = endpoints[kinds[model.kind].endpoint];
	const shown = (value: unknown) => (typeof value === 'string' ? shownUrl(value) : value);
	const body = Object.fromEntries(
		Object.entries(sent).map(([name, value]) => [
			name,
			Array.isArray(value) ? value.map(shown) : shown(value),
		]),
	);
	const { estimated_cost_usd, estimated_cost_nanos } = cost;
	return {
		json: {
			dry_run: true,
			...variant,
			method,
			path,
			body,
			estimated_cost_usd,
			estimated_cost_nanos,
		},
		pairedItem: { item: itemIndex },
	};
}
