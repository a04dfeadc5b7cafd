import type { IExecuteFunctions } from 'n8n-workflow';
import { nanosToNumber } from '../../../contract/money';
import { keysOf, type ItemLedger } from '../editor/fields/ledgerOptions';
import { highestCost, type Asked, type AskedFields } from '../jobs/cost';
import { Entry, type Draft } from '../spend/ledger/entry';
import { ledgerOf } from '../spend/ledger/ledger';
import { accountOf } from '../spend/account';
import { hashOf } from '../spend/memory';
import type { SubmitRequest } from '../spend/submit';
import { nodeOf } from '../n8n/node';
import { perRun } from '../n8n/perRun';
import { textsSent } from './textsSent';

/** A request with what its price depends on, and who is told of it. */
export interface Priced extends SubmitRequest {
	asked: Asked | undefined;
	/** The body, with the names of files in place of their links, which differ each time. */
	wanted: unknown;
	/** What the ledger is told, where one is kept. */
	ledger?: ItemLedger;
}

/** The cost of each request, once it is asked for. */
const costs = perRun<Priced, { cost?: Promise<bigint> }>(() => ({}));

/** The most that a request can cost, in nanos; the service is asked once at most. @throws where nobody can tell */
export async function costOf(context: IExecuteFunctions, request: Priced, itemIndex: number): Promise<bigint> {
	const { model, asked, body, timeout } = request;
	return await (costs(request).cost ??= highestCost(context, model.kind, asked, body, itemIndex, timeout));
}

/** A request with what the budgets and the ledger are told of it. */
export async function bookedOf<R extends Priced>(context: IExecuteFunctions, request: R, itemIndex: number): Promise<R> {
	const entry = await entryOf(context, request, itemIndex);
	return { ...request, entry, price: async () => await priceOf(context, request, itemIndex) };
}

/** The most that one try of a request can cost, in nanos; nothing where nobody can tell and no budget needs it. @throws as {@link costOf} */
async function priceOf(context: IExecuteFunctions, request: Priced, itemIndex: number): Promise<bigint | undefined> {
	const { estimated_cost_nanos: estimate } = request.cost;
	if (estimate !== undefined) return BigInt(estimate);
	return accountOf(context).isLimited ? await costOf(context, request, itemIndex) : undefined;
}

/** The item's part in the ledger; nothing where none is kept. */
export async function entryOf(context: IExecuteFunctions, request: Priced, itemIndex: number): Promise<Entry | undefined> {
	const { ledger: options, model, body, wanted, cost } = request;
	if (!options) return undefined;
	const ledger = await ledgerOf(context, options);
	if (itemIndex === 0 && options.key !== undefined) ledger.expect(keysOf(context));
	const estimate = cost.estimated_cost_nanos ?? (options.maxPerDay === undefined ? undefined : (await costOf(context, request, itemIndex)).toString());
	const { id, name } = context.getWorkflow();
	const draft: Draft = {
		key: options.key,
		workflow_id: id,
		workflow: name,
		execution_id: context.getExecutionId(),
		node: nodeOf(context).name,
		item: itemIndex,
		request_hash: hashOf(wanted),
		kind: model.kind,
		model: model.id,
		prompt: options.prompts ? cost.prompt : undefined,
		...(estimate !== undefined && { estimated_cost_usd: nanosToNumber(BigInt(estimate)), estimated_cost_nanos: estimate }),
	};
	return new Entry(context, ledger, draft, options.prompts ? undefined : textsSent(model, body));
}

/** What the item's tries may have cost that came to nothing, as far as anybody knows. */
export function unclearFields(context: IExecuteFunctions, itemIndex: number): Pick<AskedFields, 'unclear_tries' | 'unclear_cost_usd'> {
	const { tries, cost } = accountOf(context).unclearTries(itemIndex);
	return tries === 0 ? {} : { unclear_tries: tries, unclear_cost_usd: cost === undefined ? undefined : nanosToNumber(cost) };
}
