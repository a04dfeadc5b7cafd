import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { nanosToNumber, numberToNanos } from '../../../contract/money';
import { inputOfNode } from '../editor/input/input';
import { usd, type Reader } from '../n8n/readers';
import { dataOf } from '../support/data';
import { nodeFailure } from '../failures/failure';
import { recordIn } from '../answers/list/record';
import { availableIn } from '../answers/money/amount';
import { apiRequest } from '../http/request';
import { PerTrigger } from './memory';
import { Client } from '../http/client';

/**
 * The balance, if the available part has fallen under the set amount since the last look. Follows "Balance" of the API
 * document.
 * @throws NodeOperationError when the amount is none, or the answer tells no available balance in US dollars
 */
export async function lowBalance(context: IPollFunctions): Promise<IDataObject | undefined> {
	const client = new Client(context);
	const threshold = readThreshold(client);
	const { body } = await apiRequest(client, { endpoint: 'getBalance' });
	const balance = dataOf(recordIn(body, 'balance'));
	const available = availableIn(body);
	if (available === undefined)
		throw nodeFailure(
			{ node: client.node },
			'The service’s answer contains no available balance in US dollars',
		);
	const below = available < threshold;
	const isNews = context.getMode() === 'manual' || (!replaceLast(client, below) && below);
	return isNews ? { ...balance, below, threshold_usd: nanosToNumber(threshold) } : undefined;
}

const last = new PerTrigger<{ below?: boolean }>(() => ({}));

/** n8n stores what a poll noted only when it starts the workflow, so a recovery is known in this process alone. */
function replaceLast(client: Client<IPollFunctions>, below: boolean): boolean {
	const stored = client.context.getWorkflowStaticData('node');
	const known = last.of(client);
	const before = known.below ?? stored.below === true;
	stored.below = known.below = below;
	return before;
}

/** In nanos. */
function readThreshold(client: Client<IPollFunctions>): bigint {
	const input = inputOfNode(client);
	const given = input.read('Amount (USD)', amount, input.given('amount', null), true);
	input.check();
	return numberToNanos(given ?? 0);
}

const SMALLEST_USD = 0.000_000_001;

const amount: Reader<number> = {
	rule: 'an amount of more than 0 US dollars',
	read: (given) => {
		const read = usd.read(given);
		return read && read.value >= SMALLEST_USD ? read : undefined;
	},
};
