import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { kinds } from '../../../contract/catalog';
import { showValue } from '../../../contract/catalog/rules';
import { answersAtOnce, endpoints } from '../../../contract/endpoints';
import { amountFields, nanosToNumber } from '../../../contract/money';
import type { MediaRequest } from './readMedia';
import { variants } from '../editor/fields/submitOptions';
import { nodeFailure } from '../failures/failure';
import { optionLabels } from '../failures/labels';
import { shownUrl } from '../files/dataUri';
import { withRequestQuoted } from '../http/quoting';
import { nextStep } from '../lifecycle/attempt';
import { failedJob } from '../lifecycle/jobErrors';
import { hashOf, type Request } from '../lifecycle/journal';
import { type Draft, LedgerEntry } from '../lifecycle/ledger/entry';
import { obtainMedia, type MediaCall } from '../lifecycle/obtainMedia';
import { toItems } from '../lifecycle/output';
import { hashedInputs, type PausedRow } from '../lifecycle/pausedRun';
import type { RequestSummary } from '../lifecycle/price';
import type { Run } from '../lifecycle/run';
import type { Callback, Paid } from '../run/operation';
import { itemsFrom } from '../run/items';
import { settled } from '../support/settled';

/**
 * The behavior of an operation that makes media; called by `run/stages.ts`, and by `run/pause.ts` where the workflow pauses.
 * A request that was sent before, in this execution or for the same key, is taken up again.
 */
export const paidMediaBehavior: Paid<MediaRequest> = {
	open: (run, { name }) => run.journal.open(run, name),
	model: ({ model }) => model,
	variants: (input) => input.option(variants),
	priceToReserve: priceMedia,
	paidOnceAs: ({ variant }, { ledger }) => ledger?.key && `${variant?.variant ?? 1} ${ledger.key}`,
	checkForPause,
	perform: async (run, media, request) =>
		media.dryRun
			? dryRun(run, media, request)
			: await quoting(run, media, request, makeMedia(run, media, request)),
	submit: submitForPause,
};

/**
 * Of what was sent before, nothing is reserved: a second attempt reserves its price later, and does not hold up the others.
 * A key that another run is at is priced, and waited for when it is sent.
 */
async function priceMedia(run: Run, media: MediaRequest, request: Request): Promise<bigint> {
	if (media.dryRun || nextStep(request.attempts, false) !== 'send') return 0n;
	const entry = await openLedgerEntry(run, media, request);
	return (await entry?.find()) ? 0n : await media.highest();
}

async function openLedgerEntry(
	run: Run,
	media: MediaRequest,
	request: Request,
): Promise<LedgerEntry | undefined> {
	const { ledger: options } = media;
	if (!options) return undefined;
	const ledger = await run.ledger(options);
	return (request.entry ??= new LedgerEntry(
		run,
		ledger,
		await draftOf(run, media, request, options),
		options.prompts,
	));
}

async function draftOf(
	run: Run,
	media: MediaRequest,
	request: Request,
	{ key, tag, prompts }: NonNullable<MediaRequest['ledger']>,
): Promise<Draft> {
	const { model, wanted, asked } = media;
	const { id, name } = run.context.getWorkflow();
	return {
		key,
		tag,
		workflow_id: id,
		workflow: name,
		execution_id: run.context.getExecutionId(),
		node: run.node.name,
		item: run.itemIndex,
		variant: run.variant?.variant,
		request_hash: hashOf(wanted),
		kind: model.kind,
		model: model.id,
		prompt: prompts ? asked.prompt : undefined,
		...amountFields('estimated_cost', await priceOf(media, request)),
	};
}

/** The most that it can cost, in nanos: by the catalog, or by the service where a budget needs to know. */
async function priceOf(
	{ asked: { estimated_cost_nanos: estimate }, highest, ledger }: MediaRequest,
	{ journal }: Request,
): Promise<bigint | undefined> {
	if (estimate !== undefined) return BigInt(estimate);
	return (journal.limit ?? ledger?.maxPerDay) === undefined ? undefined : await highest();
}

/** Gives the finished media, or with Wait For "Nothing" the accepted job. */
async function makeMedia(
	run: Run,
	media: MediaRequest,
	request: Request,
): Promise<INodeExecutionData[]> {
	const { model, patience, output, callback } = media;
	const onlySubmits = media.waitFor === 'submit';
	const snapshot = onlySubmits
		? await obtainMedia(run, request, callOf(run, media, request, callback))
		: await obtainMedia(run, request, callOf(run, media, request), patience);
	const { job } = snapshot;
	const told = { ...job, model: job.model ?? modelOf(media, request) };
	const given = { ...snapshot, job: told };
	const items = await toItems(run, model.kind, given, output, requestFields(media, request));
	if (!onlySubmits || job.status !== 'completed' || request.reused) return items;
	return items.map((item) => ({
		...item,
		json: { ...item.json, note: item.json.note ?? MADE_AT_ONCE },
	}));
}

const MADE_AT_ONCE =
	'The service answered with the result at once, so it may not call a Callback URL. Without one, the node has to wait for the result.';

/**
 * The request with its part in the ledger, its price, and the callback URL, which is no part of its identity, as it may differ in
 * a retry.
 */
const callOf = (
	run: Run,
	media: MediaRequest,
	request: Request,
	callback: IDataObject = {},
): MediaCall => ({
	...media,
	body: { ...callback, ...media.body },
	openLedger: async () => await openLedgerEntry(run, media, request),
	price: async () => await priceOf(media, request),
});

const OTHER_REQUEST =
	'Made for another request with the same key: what this item asks for now was not sent. To have it made, give it a key of its own.';

/** The model that was asked; for a reused job, that which made it. */
const modelOf = ({ model }: MediaRequest, { reused }: Request): string =>
	reused?.row.model ?? model.id;

/** The fields of an item about its request; for a reused job, those of the request that made it. */
function requestFields({ asked }: MediaRequest, request: Request): RequestSummary {
	const { own, reused, entry } = request;
	const { count, cost } = request.unclear;
	const unclear_cost_usd = cost === undefined ? undefined : nanosToNumber(cost);
	const fields = {
		...own.variant,
		...(count > 0 && { unclear_tries: count, unclear_cost_usd }),
	};
	if (!reused) return { ...asked, ...fields };
	if (!entry?.isSameRequest(reused))
		return { reused: true, prompt: reused.row.prompt, note: OTHER_REQUEST, ...fields };
	const { prompt, reference } = asked;
	return { reused: true, prompt, reference, ...fields };
}

/** What work gives; its failure tells the request too. */
async function quoting<T>(
	run: Run,
	media: MediaRequest,
	request: Request,
	work: Promise<T>,
): Promise<T> {
	const outcome = await settled(work);
	if (outcome.status === 'fulfilled') return outcome.value;
	const quoted = { ...requestFields(media, request), model: modelOf(media, request) };
	throw await withRequestQuoted(run, outcome.reason, quoted);
}

function checkForPause(run: Run, { dryRun: isDry, body }: MediaRequest): void {
	const { callback_url: other } = body;
	if (isDry)
		throw nodeFailure(
			run,
			`${optionLabels.dryRun} must be the same for all items when the workflow pauses`,
			'Nothing was sent.',
		);
	if (other !== undefined)
		throw nodeFailure(
			run,
			`callback_url in ${optionLabels.extraBody} would keep callbacks from resuming the workflow (given: ${showValue(other)})`,
			'Nothing was sent. Remove it, or set Wait For to Nothing (Just Submit).',
		);
}

async function submitForPause(
	run: Run,
	media: MediaRequest,
	request: Request,
	{ url, spare }: Callback,
): Promise<PausedRow> {
	const { model, output, hints, inputs } = media;
	const needsNone = spare && !answersAtOnce(kinds[model.kind].endpoint);
	const call = callOf(run, media, request, needsNone ? {} : { callback_url: url });
	const submit = async () => {
		const snapshot = await obtainMedia(run, request, call);
		// The answer was a refusal, or left it unclear; a job that failed at once is a row that has ended.
		if (!request.accepted) throw failedJob(run, snapshot);
		return request.accepted;
	};
	const attempt = await quoting(run, media, request, submit());
	return {
		attempt,
		itemIndex: run.itemIndex,
		index: run.index,
		kind: model.kind,
		model: modelOf(media, request),
		etaSeconds: model.etaSeconds,
		output,
		asked: requestFields(media, request),
		paths: hints.paths,
		inputs: hashedInputs(inputs),
	};
}

function dryRun(
	{ itemIndex, variant }: Run,
	{ model, callback, shown: sent, asked }: MediaRequest,
	request: Request,
): INodeExecutionData[] {
	const { method, path } = endpoints[kinds[model.kind].endpoint];
	const short = (value: unknown) => (typeof value === 'string' ? shownUrl(value) : value);
	const body = Object.fromEntries(
		Object.entries({ ...callback, ...sent }).map(([name, value]) => [
			name,
			Array.isArray(value) ? value.map(short) : short(value),
		]),
	);
	const { estimated_cost_usd, estimated_cost_nanos } = asked;
	request.begin(estimated_cost_nanos === undefined ? undefined : BigInt(estimated_cost_nanos));
	const sending = { ...variant, method, path, body, estimated_cost_nanos };
	return itemsFrom(itemIndex, { estimated_cost_usd, dry_run: true, ...sending });
}
