import type { INodeParameters } from 'n8n-workflow';
import { columns } from '../../../../../nodes/MediaGeneration/ledger/rows';
import { DataTables } from '../../../../support/dataTable';
import { runNode } from '../../../../support/engine';

const TABLE = 'media_generation_jobs';
const HALF_A_MINUTE_MS = 30_000;

/** The totals of one request that is estimated at 0.10 dollars. */
async function totalsOf(state: string, row: object) {
	const tables = new DataTables();
	const line = { id: 1, attempt: 'a', state, estimated_cost_nanos: '100000000', createdAt: new Date().toISOString(), ...row };
	tables.tables.push({ id: 't', name: TABLE, columns: Object.entries(columns).map(([name, type]) => ({ name, type })), rows: [line] });
	const parameters = { resource: 'ledger', operation: 'getMany', ledgerTable: TABLE, ledgerShow: 'totals', filters: { state: [state] } };
	const { items, error } = await runNode({ parameters: parameters as INodeParameters, additional: tables.additional });
	expect(error).toBeUndefined();
	return items[0]?.json;
}

describe('what has ended has cost what the service charged, what is open may cost the most', () => {
	const soon = { expires_at: new Date(Date.now() + HALF_A_MINUTE_MS).toISOString() };
	const deposit = { cost_nanos: '20000000' };
	test.each([
		['accepted', {}, 0, 0.1],
		['accepted', deposit, 0, 0.1],
		['accepted', { cost_nanos: '300000000' }, 0, 0.3],
		['sending', soon, 0, 0.1],
		['may_be_paid', {}, 0, 0.1],
		['may_be_paid', deposit, 0, 0.1],
		['completed', deposit, 0.02, 0],
		['completed', {}, 0, 0.1],
		['failed', deposit, 0.02, 0],
		['failed', {}, 0, 0],
		['not_sent', {}, 0, 0],
	])('%s %j: %d, and at most %d more', async (state, row, cost_usd, may_cost_usd) => {
		expect(await totalsOf(state, row)).toMatchObject({
			cost_usd,
			may_cost_usd,
			cost_nanos: String(Math.round(cost_usd * 1e9)),
			may_cost_nanos: String(Math.round(may_cost_usd * 1e9)),
			by_state: { [state]: 1 },
		});
	});
});
