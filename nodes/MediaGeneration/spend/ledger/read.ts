import type { IExecuteFunctions } from 'n8n-workflow';
import { existingTable, readAllLines } from './dataTable';
import { columns, type Attempt } from './rows';
import { attemptsNow } from './underWay';

/**
 * All attempts of a ledger, in the order in which they began. Lines that are no ledger's are passed over, and said.
 * @throws NodeOperationError where n8n has no Data Tables, or there is no such ledger
 */
export async function readLedgerAttempts(context: IExecuteFunctions, table: string): Promise<Attempt[]> {
	const lines = await readAllLines(context, await existingTable(context, table, columns), []);
	const attempts = attemptsNow(lines);
	const known = new Set(attempts.map(({ row }) => row.attempt));
	const foreign = lines.filter(({ attempt }) => typeof attempt !== 'string' || !known.has(attempt)).length;
	if (foreign > 0)
		context.addExecutionHints({
			message: `${foreign} ${foreign === 1 ? 'row' : 'rows'} of the Data Table ${table} ${foreign === 1 ? 'was' : 'were'} not written by this node, and left out.`,
			type: 'warning',
			location: 'outputPane',
		});
	return attempts;
}
