import { existingTable, readAllLines } from './dataTable';
import { columns, type Attempt } from './rows';
import { attemptsNow } from './underWay';
import type { ExecutionClient } from '../../http/client';

/**
 * All attempts of a ledger, in the order in which they began. Lines that are no ledger's are passed over, and said.
 * @throws NodeOperationError where n8n has no Data Tables, or there is no such ledger
 */
export async function readLedgerAttempts(
	client: ExecutionClient,
	table: string,
): Promise<Attempt[]> {
	const lines = await readAllLines(client, await existingTable(client, table, columns), []);
	const attempts = attemptsNow(lines);
	const known = new Set(attempts.map(({ row }) => row.attempt));
	const foreign = lines.filter(
		({ attempt }) => typeof attempt !== 'string' || !known.has(attempt),
	).length;
	if (foreign > 0)
		client.tell(
			`${foreign} ${foreign === 1 ? 'row' : 'rows'} of the Data Table ${table} ${foreign === 1 ? 'was' : 'were'} not written by this node, and left out.`,
			'warning',
		);
	return attempts;
}
