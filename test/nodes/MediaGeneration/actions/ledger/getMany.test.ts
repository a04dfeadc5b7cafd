import type { INodeParameters } from 'n8n-workflow';
import { columns } from '../../../../../nodes/MediaGeneration/lifecycle/ledger/rows';
import { DataTables } from '../../../../support/dataTable';
import { runNode } from '../../../../support/engine';

const TABLE = 'media_generation_jobs';

/** What comes out of a ledger with these lines, in which the first is the oldest. */
async function listed(lines: object[], more: object = {}, asTool = false, timezone?: string) {
	const tables = new DataTables();
	const rows = lines.map((line, index) => ({
		id: index + 1,
		attempt: `a${index}`,
		createdAt: `2026-01-0${index + 1}T12:00:00.000Z`,
		...line,
	}));
	tables.tables.push({
		id: 't',
		name: TABLE,
		columns: Object.entries(columns).map(([name, { type }]) => ({ name, type })),
		rows,
	});
	const parameters = {
		resource: 'ledger',
		operation: 'getMany',
		ledgerTable: TABLE,
		...more,
	} as INodeParameters;
	return {
		tables,
		...(await runNode({ parameters, additional: tables.additional, asTool, timezone })),
	};
}

/** The totals of one request that is estimated at 0.10 dollars. */
async function totalsOf(state: string, row: object) {
	const createdAt = new Date().toISOString();
	const { items, error } = await listed(
		[{ state, estimated_cost_nanos: '100000000', createdAt, ...row }],
		{ ledgerShow: 'totals', filters: { state: [state] } },
	);
	expect(error).toBeUndefined();
	return items[0]?.json;
}

describe('what has ended has cost what the service charged, what is open may cost the most', () => {
	const later = { createdAt: new Date().toISOString() };
	const deposit = { cost_nanos: '20000000' };
	test.each([
		['accepted', {}, 0, 0.1],
		['accepted', deposit, 0, 0.1],
		['accepted', { cost_nanos: '300000000' }, 0, 0.3],
		['sending', later, 0, 0.1],
		['may_be_paid', {}, 0, 0.1],
		['may_be_paid', deposit, 0, 0.1],
		['completed', deposit, 0.02, 0],
		['completed', {}, 0, 0.1],
		['failed', deposit, 0.02, 0],
		['failed', {}, 0, 0.1],
		['failed', { cost_nanos: '0' }, 0, 0],
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

const lines = [
	{
		state: 'completed',
		key: 'one',
		workflow: 'Shop',
		tag: 'Acme',
		model: 'model-dev',
		cost_nanos: '100000000',
		cost_usd: 0.1,
	},
	{
		state: 'may_be_paid',
		key: 'two',
		tag: 'Zoë',
		model: 'realism',
		estimated_cost_nanos: '200000000',
	},
	{ state: 'not_sent', key: 'three', model: 'model-dev', reason: 'too dear' },
	{ state: 'accepted', key: 'four', tag: 'Acme', model: 'unlisted' },
	{ state: 'completed', key: 'five', model: 'model-dev', estimated_cost_nanos: '300000000' },
];

describe('an item', () => {
	const line = {
		state: 'accepted',
		key: 'order-1',
		model: 'model-dev',
		job_id: 'j1',
		cost_usd: 0.02,
		estimated_cost_usd: 0.1,
		result_url: 'https://cdn.example/a.png',
		reason: 'slow',
		workflow: 'Pictures',
		node: 'Draw',
		item: 3,
		variant: 2,
		tag: 'Acme',
		execution_id: '17',
		workflow_id: 'w1',
		kind: 'image',
		prompt: 'a fox',
		status_url: '/v1/jobs/j1',
		request_hash: 'abc',
		estimated_cost_nanos: '100000000',
		cost_nanos: '20000000',
	};
	const essential = {
		job_id: 'j1',
		state: 'accepted',
		key: 'order-1',
		tag: 'Acme',
		variant: 2,
		kind: 'image',
		model: 'model-dev',
		cost_usd: 0.02,
		estimated_cost_usd: 0.1,
		result_url: 'https://cdn.example/a.png',
		reason: 'slow',
		started_at: '2026-01-01T12:00:00.000Z',
	};

	test('has what people look for, what Get Job takes first', async () => {
		const { items } = await listed([line]);
		expect(items).toEqual([{ json: essential, pairedItem: { item: 0 } }]);
		expect(Object.keys(items[0]?.json ?? {})).toEqual(Object.keys(essential));
	});

	test('has all that is known when it is not simplified', async () => {
		const { items } = await listed([line], { simplify: false });
		expect(items[0]?.json).toEqual({
			...line,
			attempt: 'a0',
			started_at: '2026-01-01T12:00:00.000Z',
		});
		expect(Object.keys(items[0]?.json ?? {})[0]).toBe('job_id');
	});

	test('has for an agent the fields that were chosen for it', async () => {
		const { items } = await listed(
			[line],
			{ output: 'selectedFields', outputFields: 'key, job_id' },
			true,
		);
		expect(items.map(({ json }) => json)).toEqual([{ key: 'order-1', job_id: 'j1' }]);
	});
});

test.each([
	['newest first, without what was not sent', {}, ['five', 'four', 'two', 'one']],
	['as many as asked', { limit: 2 }, ['five', 'four']],
	['all of them', { returnAll: true, limit: 2 }, ['five', 'four', 'two', 'one']],
	['of some states', { filters: { state: ['not_sent', 'accepted'] } }, ['four', 'three']],
	['of states in a text', { filters: { state: 'completed, may_be_paid' } }, ['five', 'two', 'one']],
	['of no state in particular', { filters: { state: [] } }, ['five', 'four', 'two', 'one']],
	['of a model', { filters: { model: 'model-dev' } }, ['five', 'one']],
	['of a key', { filters: { key: ' two ' } }, ['two']],
	['of a tag', { filters: { tag: 'Acme' } }, ['four', 'one']],
	[
		'of a tag whose accent is written in two characters',
		{ filters: { tag: 'Zoe\u0308' } },
		['two'],
	],
	['since a moment', { filters: { since: '2026-01-02T12:00:00Z' } }, ['five', 'four', 'two']],
	['since a moment after it began', { filters: { since: '2026-01-04T12:00:00.001Z' } }, ['five']],
	['until a moment', { filters: { until: '2026-01-02T12:00:00Z' } }, ['one']],
	[
		'by several filters',
		{ filters: { model: 'model-dev', until: '2026-01-03', state: ['completed'] } },
		['one'],
	],
	[
		'by filters that were added and left alone',
		{ filters: { key: '', model: '', tag: '', since: '', until: '' } },
		['five', 'four', 'two', 'one'],
	],
])('a list: %s', async (_, parameters, keys) => {
	const { items, error } = await listed(lines, parameters);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.key)).toEqual(keys);
});

test('totals count what was asked for, whatever the limit', async () => {
	const { items } = await listed(lines, { ledgerShow: 'totals', limit: 1 });
	expect(items).toEqual([
		{
			json: {
				jobs: 4,
				cost_usd: 0.1,
				may_cost_usd: 0.5,
				unknown_costs: 1,
				by_state: { accepted: 1, completed: 2, may_be_paid: 1 },
				cost_nanos: '100000000',
				may_cost_nanos: '500000000',
			},
			pairedItem: { item: 0 },
		},
	]);
});

test.each([
	[
		'tag',
		'Europe/Berlin',
		[
			{ tag: '', jobs: 1, cost_usd: 0, may_cost_usd: 0.3 },
			{ tag: 'Acme', jobs: 2, cost_usd: 0.1 },
			{ tag: 'Zoë', jobs: 1, cost_usd: 0, may_cost_usd: 0.2 },
		],
	],
	[
		'model',
		'Europe/Berlin',
		[
			{ model: 'model-dev', jobs: 2 },
			{ model: 'realism', jobs: 1 },
			{ model: 'unlisted', jobs: 1, unknown_costs: 1 },
		],
	],
	[
		'day',
		'Europe/Berlin',
		[
			{ day: '2026-01-01', jobs: 1 },
			{ day: '2026-01-02', jobs: 1 },
			{ day: '2026-01-04', jobs: 1 },
			{ day: '2026-01-05', jobs: 1 },
		],
	],
	[
		'workflow',
		'UTC',
		[
			{ workflow: '', jobs: 3 },
			{ workflow: 'Shop', jobs: 1 },
		],
	],
	[
		'day',
		'Pacific/Auckland',
		[
			{ day: '2026-01-02', jobs: 1 },
			{ day: '2026-01-03', jobs: 1 },
			{ day: '2026-01-05', jobs: 1 },
			{ day: '2026-01-06', jobs: 1 },
		],
	],
])('totals by %s in %s', async (ledgerGroupBy, timezone, groups) => {
	const { items } = await listed(lines, { ledgerShow: 'totals', ledgerGroupBy }, false, timezone);
	expect(items.map(({ json }) => json)).toEqual(
		groups.map((group) => expect.objectContaining(group) as unknown),
	);
	expect(items.map(({ json }) => Object.keys(json)[0])).toEqual(groups.map(() => ledgerGroupBy));
});

test.each(['day', 'week', 'month'])(
	'this %s: what began before it is not listed',
	async (period) => {
		const recent = { state: 'completed', key: 'now', createdAt: new Date().toISOString() };
		const { items } = await listed([...lines, recent], { filters: { period } });
		expect(items.map(({ json }) => json.key)).toEqual(['now']);
	},
);

test('a group that there cannot be is refused', async () => {
	const { error } = await listed(lines, { ledgerShow: 'totals', ledgerGroupBy: 'week' });
	expect(error?.message).toBe(
		'Group By must be one of nothing, day, model, tag, workflow (given: week)',
	);
});

const when = 'a date and time, such as 2026-01-31T12:00:00 or 2026-01-31T12:00:00Z';
test.each([
	[{ ledgerTable: ' ' }, 'Ledger is required (given: nothing)'],
	[{ ledgerTable: 7, ledgerShow: 'all' }, 'Show must be one of jobs, totals (given: all)'],
	[{ limit: 0 }, 'Limit must be a whole number of at least 1 (given: 0)'],
	[{ filters: { since: 'yesterday' } }, `Since must be ${when} (given: yesterday)`],
	[{ filters: { until: '={{ null }}' } }, `Until must be ${when} (given: nothing)`],
	[
		{ filters: { state: ['done'] } },
		'State must be a list in which each entry is one of sending, accepted, completed, failed, may_be_paid, not_sent (given: ["done"])',
	],
	[
		{ filters: { model: '={{ "" }}' } },
		'Model must be an ID: text without control characters, and not only dots (given: nothing)',
	],
	[
		{ filters: { key: '={{ null }}' } },
		'Key must be text of up to 255 characters that does not begin with =, and in which no value is missing (given: nothing)',
	],
	[{ filters: { key: 'y'.repeat(256) } }, /^Key must be text of up to 255 characters/],
])('%j is refused before the ledger is read', async (parameters, message) => {
	const { error, tables } = await listed(lines, parameters);
	expect(error?.message).toEqual(
		typeof message === 'string' ? message : expect.stringMatching(message),
	);
	expect(error?.description).toBe('Nothing was sent.');
	expect(tables.runs).toEqual([]);
});
