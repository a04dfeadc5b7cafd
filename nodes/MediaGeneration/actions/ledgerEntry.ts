import { nanosToNumber } from '../../../contract/money';
import { payOnceKeys } from '../editor/fields/ledgerOptions';
import { hashOf, type Request } from '../lifecycle/journal';
import { LedgerEntry, type Draft } from '../lifecycle/ledger/entry';
import type { Run } from '../lifecycle/run';
import type { MediaRequest } from './mediaRequest';

/** Opens a request's entry in the ledger, if there is one. @throws NodeOperationError when it cannot be opened */
export async function openLedgerEntry(
	run: Run,
	media: MediaRequest,
	request: Request,
): Promise<LedgerEntry | undefined> {
	const { ledger: options } = media;
	if (!options) return undefined;
	const ledger = await run.ledger(options);
	if (run.index === 0 && options.key !== undefined) ledger.prefetch(payOnceKeys(run));
	return (request.entry ??= new LedgerEntry(
		run,
		ledger,
		await draftOf(run, media, options),
		options.prompts,
	));
}

async function draftOf(
	run: Run,
	{ model, wanted, asked, highest }: MediaRequest,
	{ key, tag, maxPerDay, prompts }: NonNullable<MediaRequest['ledger']>,
): Promise<Draft> {
	const { estimated_cost_nanos } = asked;
	const estimate =
		estimated_cost_nanos ?? (maxPerDay === undefined ? undefined : (await highest()).toString());
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
		...(estimate !== undefined && {
			estimated_cost_usd: nanosToNumber(BigInt(estimate)),
			estimated_cost_nanos: estimate,
		}),
	};
}
