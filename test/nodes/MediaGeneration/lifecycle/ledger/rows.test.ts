import type { IDataObject } from 'n8n-workflow';
import { isCostFinal, mostPaid } from '../../../../../nodes/MediaGeneration/lifecycle/attempt';
import {
	attemptsOfLines,
	LEASE_MS,
	stateOf,
	states,
	underWay,
	type LedgerRow,
	type LedgerState,
} from '../../../../../nodes/MediaGeneration/lifecycle/ledger/rows';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const at = (second: number) => `2026-03-01T11:00:0${second}.000Z`;
const ago = (ms: number) => new Date(NOW - ms).toISOString();
const line = (id: unknown, state: string, more: IDataObject = {}): IDataObject =>
	({ id, attempt: 'a', state, createdAt: at(Number(id)), ...more }) as IDataObject;
const read = (lines: IDataObject[], alive: string[] = []) => {
	for (const attempt of alive) underWay.add(attempt);
	return attemptsOfLines(NOW, lines);
};
afterEach(() => underWay.clear());

describe('how attempts stand', () => {
	test('the first line says when one began, and the last what became of it, in whatever order they come', () => {
		const [first, second, third] = [
			line(1, 'sending', { key: 'k' }),
			line(2, 'accepted', { job_id: 'j' }),
			line(3, 'completed', { result_url: 'u' }),
		];
		const row = expect.objectContaining({
			attempt: 'a',
			state: 'completed',
			result_url: 'u',
			key: undefined,
			job_id: undefined,
		});
		const attempt = {
			firstId: 1,
			startedAt: at(1),
			toldAt: at(3),
			row,
			attempt: expect.objectContaining({ state: 'made' }),
		};
		for (const lines of [
			[first, second, third],
			[third, second, first],
			[second, third, first],
			[second, first, third],
			[first, third, second],
		])
			expect(read(lines)).toEqual([attempt]);
	});

	test('they come in the order in which they began', () => {
		const of = (attempt: string, ...ids: number[]) =>
			ids.map((id) => line(id, 'accepted', { attempt }));
		expect(
			read([...of('c', 4, 9), ...of('a', 5, 1), ...of('b', 2)]).map(({ row, firstId }) => [
				row.attempt,
				firstId,
			]),
		).toEqual([
			['a', 1],
			['b', 2],
			['c', 4],
		]);
	});

	test('a line has all that the table tells, and nothing of what is no text or number', () => {
		const texts = {
			key: 'k',
			workflow_id: 'w',
			workflow: 'W',
			execution_id: '7',
			node: 'N',
			request_hash: 'h',
			kind: 'image',
			model: 'm',
			job_id: 'j',
		};
		const more = {
			status_url: 's',
			result_url: 'r',
			reason: 'why',
			prompt: 'p',
			estimated_cost_nanos: '5',
			cost_nanos: '4',
		};
		const numbers = { item: 0, estimated_cost_usd: 0.5, cost_usd: 0.4 };
		const full: LedgerRow = { attempt: 'a', state: 'completed', ...texts, ...more, ...numbers };
		expect(read([line(1, 'completed', { ...full })])[0]?.row).toEqual(full);
		const odd = Object.fromEntries(
			Object.keys({ ...texts, ...more, ...numbers }).map((name) => [name, true]),
		);
		expect(read([line(1, 'completed', odd)])[0]?.row).toEqual({ attempt: 'a', state: 'completed' });
		expect(read([line(1, 'completed', { item: Infinity, cost_usd: '1' })])[0]?.row).toEqual({
			attempt: 'a',
			state: 'completed',
		});
	});

	test.each([
		['without a number', line(undefined, 'completed')],
		['with a number that is none', line('1', 'completed')],
		['without an attempt', line(1, 'completed', { attempt: null })],
		['with an empty attempt', line(1, 'completed', { attempt: '' })],
		['with another state', line(1, 'paid')],
	])('a line %s is passed over', (_, odd) => {
		expect(read([odd])).toEqual([]);
		expect(read([line(2, 'failed'), odd])).toMatchObject([
			{ firstId: 2, row: { state: 'failed' } },
		]);
	});

	test.each<[string, IDataObject, string[], LedgerState]>([
		['of which a line came lately', { createdAt: ago(LEASE_MS - 1) }, [], 'sending'],
		['of which no line came for too long', { createdAt: ago(LEASE_MS) }, [], 'may_be_paid'],
		['that this process knows, though no line came', { createdAt: at(1) }, ['a'], 'sending'],
		['that this process does not know among others', { createdAt: at(1) }, ['b'], 'may_be_paid'],
	])('a request on its way %s', (_, more, alive, state) => {
		const found = read([line(1, 'sending', more)], alive);
		expect(found).toMatchObject([{ row: { state: 'sending' } }]);
		expect(found.map(stateOf)).toEqual([state]);
	});

	test.each(states.filter((state) => state !== 'sending'))('what is %s stays so', (state) => {
		expect(read([line(1, state)]).map(stateOf)).toEqual([state]);
	});
});

const priced = { estimated_cost_nanos: '100' };

describe('what attempts cost', () => {
	test.each<[LedgerState, IDataObject, bigint | undefined, boolean]>([
		['not_sent', { ...priced, cost_nanos: '7' }, 0n, true],
		['completed', { ...priced, cost_nanos: '70' }, 70n, true],
		['completed', { ...priced, cost_nanos: '0' }, 0n, true],
		['completed', priced, 100n, false],
		['completed', {}, undefined, false],
		['completed', { ...priced, cost_nanos: '' }, 100n, false],
		['completed', { ...priced, cost_nanos: '-70' }, 100n, false],
		['completed', { ...priced, cost_nanos: '70n' }, 100n, false],
		['completed', { ...priced, cost_nanos: '7'.repeat(18) }, BigInt('7'.repeat(18)), true],
		['completed', { ...priced, cost_nanos: '7'.repeat(19) }, 100n, false],
		['failed', priced, 100n, false],
		['failed', { ...priced, cost_nanos: '0' }, 0n, true],
		['failed', { ...priced, cost_nanos: '70' }, 70n, true],
		['may_be_paid', priced, 100n, false],
		['may_be_paid', { ...priced, cost_nanos: '101' }, 101n, false],
		['may_be_paid', { cost_nanos: '1' }, 1n, false],
		['may_be_paid', {}, undefined, false],
		['sending', { ...priced, createdAt: ago(0) }, 100n, false],
		['sending', priced, 100n, false],
		['accepted', priced, 100n, false],
		['accepted', { ...priced, cost_nanos: '0' }, 100n, false],
		['accepted', { ...priced, cost_nanos: '101' }, 101n, false],
		['accepted', { cost_nanos: '1' }, 1n, false],
		['accepted', {}, undefined, false],
	])('%s with %j', (state, row, cost, settled) => {
		const [found] = read([line(1, state, row)]);
		expect(found && mostPaid(found.attempt)).toBe(cost);
		expect(found && isCostFinal(found.attempt)).toBe(settled);
	});
});
