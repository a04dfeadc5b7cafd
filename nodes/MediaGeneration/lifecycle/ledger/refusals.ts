import type { NodeOperationError } from 'n8n-workflow';
import { formatUsd } from '../../../../contract/money';
import { detailsOf, withDetails } from '../../failures/details';
import { nodeFailure, type NodeFailure } from '../../failures/failure';
import { optionLabels } from '../../failures/labels';
import type { ExecutionClient } from '../../http/client';
import { jobName } from '../attempt';
import type { LedgerAttempt } from './rows';

/** The error of a request whose key may have been paid for before. */
export function mayBePaid(
	client: ExecutionClient,
	{ row, attempt }: LedgerAttempt,
): NodeOperationError {
	const why = attempt.state === 'unclear' ? attempt.why.message : (row.reason ?? '');
	const failure = nodeFailure(
		client,
		`Not sent, because "${String(row.key)}" may have been paid for: ${why}`,
		`Check Billing > Get Transactions. If it was not paid for, ${freeing(row.attempt)}; or turn on ${optionLabels.retryAmbiguous}.`,
	);
	return withDetails(failure, { may_be_paid: true, job_id: row.job_id });
}

const freeing = (attempt: string) =>
	`set the state of its last row in the ledger (attempt ${attempt}) to failed, so that the key can be used again`;

/**
 * The error of a key whose job the service no longer knows: the key stays taken, as only a person can tell whether that
 * was paid for. @param failure what the service said
 */
export function forgottenJob(
	client: ExecutionClient,
	{ row }: LedgerAttempt,
	failure: NodeFailure,
): NodeFailure {
	const message = `The ledger has job ${jobName(row)} for "${row.key}", but the service no longer knows it: ${failure.message}`;
	const remedy = `Nothing was sent. If it was made with another credential, use that one. Otherwise check Billing > Get Transactions; to have it made and paid for again, ${freeing(row.attempt)}.`;
	return withDetails(nodeFailure(client, message, remedy), {
		...detailsOf(failure),
		may_be_paid: true,
		remedy,
	});
}

/** The error of a day's budget that does not suffice. Amounts in nanos. */
export function overDay(
	client: ExecutionClient,
	what: string,
	spent: bigint,
	most: bigint,
): NodeOperationError {
	const message = `${what}, and the last 24 hours have cost up to ${formatUsd(spent)}: together more than the Maximum Cost per Day of ${formatUsd(most)}`;
	const remedy = `All workflows that use this ledger count. ${client.isTool ? 'Choose something cheaper, or wait' : 'Wait, raise the maximum, or choose something cheaper'}.`;
	return withDetails(nodeFailure(client, message, `Nothing was sent. ${remedy}`), { remedy });
}

const { ledger, payOnceFor, maxCostPerDay } = optionLabels;
const THEY_NEED_IT = `${ledger}, ${payOnceFor} and ${maxCostPerDay}`;

/** What n8n says, and what that means. */
const meanings: ReadonlyArray<[says: RegExp, message: string | undefined, advice: string]> = [
	[
		/unrecognized node type|not installed|module is disabled|unknown node|is not known/i,
		'This n8n has no Data Tables, so it cannot keep a ledger',
		`Remove the options ${THEY_NEED_IT}, or use an n8n that has Data Tables (n8n execute has none).`,
	],
	[
		/could not get parameter/i,
		'This n8n is too old to keep a ledger: its Data Table node cannot list tables',
		`Remove the options ${THEY_NEED_IT}, or use a newer n8n.`,
	],
	[
		/size limit|limit exceeded|storage/i,
		undefined,
		'The Data Tables of this n8n are full: delete rows or tables, or raise N8N_DATA_TABLES_MAX_SIZE_BYTES.',
	],
];

/** The error of n8n's Data Tables. @param failure what could not be done @param reason what n8n says */
export function dataTableFailure(
	{ node }: ExecutionClient,
	failure: string,
	reason: string,
): NodeOperationError {
	const [, message, advice] = meanings.find(([says]) => says.test(reason)) ?? [];
	return message === undefined
		? nodeFailure({ node }, `${failure}: ${reason}`, advice)
		: nodeFailure({ node }, message, `${advice} n8n says: ${reason}`);
}

/** The error of a tool outside a workflow, where n8n has no Data Tables. */
export const outsideWorkflow = (client: ExecutionClient): NodeFailure =>
	nodeFailure(
		client,
		'The ledger cannot be used here: n8n runs this tool outside a workflow, and gives it no Data Tables',
		`Nothing was sent. Trying again does not help: whoever built the agent can remove ${THEY_NEED_IT} from the tool’s Options, or give the agent a workflow with this node as its tool.`,
	);
