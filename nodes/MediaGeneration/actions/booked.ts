import { nanosToNumber } from '../../../contract/money';
import { keysOf, type ItemLedger } from '../editor/fields/ledgerOptions';
import type { AskedFields } from '../jobs/cost';
import { Entry, type Draft } from '../spend/ledger/entry';
import type { SubmitRequest } from '../spend/submit';
import { textsSent } from './textsSent';
import { hashOf } from '../spend/notes';
import type { Run } from '../spend/run';

/** A request with its price, and who is told of it. */
export interface Priced extends SubmitRequest {
	/** The most that it can cost, in nanos; the service is asked once at most. Rejects where nobody can tell. */
	highest: () => Promise<bigint>;
	/** The body, with the names of files in place of their links, which differ each time. */
	wanted: unknown;
	/** What the ledger is told, where one is kept. */
	ledger?: ItemLedger;
}

/** A request with what the budgets and the ledger are told of it. */
export async function bookedOf<R extends Priced>(run: Run, request: R): Promise<R> {
	const entry = await entryOf(run, request);
	return { ...request, entry, price: async () => await priceOf(run, request) };
}

/** The most that one try of a request can cost, in nanos; nothing where nobody can tell and no budget needs it. @throws where nobody can tell although a budget needs it */
async function priceOf(run: Run, request: Priced): Promise<bigint | undefined> {
	const { estimated_cost_nanos: estimate } = request.cost;
	if (estimate !== undefined) return BigInt(estimate);
	return run.account.isLimited ? await request.highest() : undefined;
}

/** The item's part in the ledger; nothing where none is kept. */
export async function entryOf(run: Run, request: Priced): Promise<Entry | undefined> {
	const { ledger: options, model, body, wanted, cost } = request;
	if (!options) return undefined;
	const ledger = await run.ledger(options);
	if (run.index === 0 && options.key !== undefined) ledger.expect(keysOf(run));
	const estimate =
		cost.estimated_cost_nanos ??
		(options.maxPerDay === undefined ? undefined : (await request.highest()).toString());
	const { id, name } = run.context.getWorkflow();
	const draft: Draft = {
		key: options.key,
		tag: options.tag,
		workflow_id: id,
		workflow: name,
		execution_id: run.context.getExecutionId(),
		node: run.node.name,
		item: run.itemIndex,
		variant: run.variant?.variant,
		request_hash: hashOf(wanted),
		kind: model.kind,
		model: model.id,
		prompt: options.prompts ? cost.prompt : undefined,
		...(estimate !== undefined && {
			estimated_cost_usd: nanosToNumber(BigInt(estimate)),
			estimated_cost_nanos: estimate,
		}),
	};
	return new Entry(
		run,
		ledger,
		draft,
		cost.prompt,
		options.prompts ? undefined : textsSent(model, body),
	);
}

/** What the item's tries may have cost that came to nothing, as far as anybody knows. */
export function unclearFields(run: Run): Pick<AskedFields, 'unclear_tries' | 'unclear_cost_usd'> {
	const { tries, cost } = run.account.unclearTries(run.index);
	return tries === 0
		? {}
		: {
				unclear_tries: tries,
				unclear_cost_usd: cost === undefined ? undefined : nanosToNumber(cost),
			};
}
