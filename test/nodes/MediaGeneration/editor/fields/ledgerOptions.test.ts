import type { IExecuteFunctions } from 'n8n-workflow';
import {
	payOnceKeys,
	readDayBudget,
	readLedger,
	tableField,
} from '../../../../../nodes/MediaGeneration/editor/fields/runOptions';
import { readFrom, refusalOf } from '../../../../support/input';
import { Run } from '../../../../../nodes/MediaGeneration/lifecycle/run';

const usual = {
	table: 'media_generation_jobs',
	days: 90,
	maxPerDay: undefined,
	prompts: false,
	key: undefined,
};

describe('the ledger of an item', () => {
	test.each([
		['no Options', {}, undefined],
		[
			'Options that only say how it would be kept',
			{ ledgerPrompts: true, ledgerDays: 7 },
			undefined,
		],
		['a name that is empty', { ledger: '' }, undefined],
		['a name', { ledger: ' my_jobs ' }, { ...usual, table: 'my_jobs' }],
		['a key', { payOnceFor: ' order-1 ' }, { ...usual, key: 'order-1' }],
		[
			'a key in the other writing of its accents',
			{ payOnceFor: 'cafe\u0301' },
			{ ...usual, key: 'caf\u00e9' },
		],
		['a key that is a number', { payOnceFor: 1001 }, { ...usual, key: '1001' }],
		['a budget', { maxCostPerDay: 0.5 }, { ...usual, maxPerDay: 500_000_000n }],
		['a budget of nothing', { maxCostPerDay: 0 }, { ...usual, maxPerDay: 0n }],
		[
			'everything',
			{
				ledger: 'my_jobs',
				ledgerPrompts: true,
				ledgerDays: '3650',
				payOnceFor: 'a',
				maxCostPerDay: 10,
			},
			{ table: 'my_jobs', days: 3650, maxPerDay: 10_000_000_000n, prompts: true, key: 'a' },
		],
		[
			'the longest names',
			{ ledger: 'x'.repeat(128), payOnceFor: 'y'.repeat(255) },
			{ ...usual, table: 'x'.repeat(128), key: 'y'.repeat(255) },
		],
	])('%s', (_, options, ledger) => {
		expect(readFrom(readLedger, { options })).toEqual(ledger);
	});

	const key =
		'Ledger: Pay Once For (Key) must be text of up to 255 characters that does not begin with =, and in which no value is missing';
	const name =
		'Ledger: Keep in Data Table must be text of up to 128 characters that does not begin with =';
	test.each([
		[{ ledger: 'x'.repeat(129) }, `${name} (given: ${'x'.repeat(60)}… (129 characters))`],
		[{ ledger: ' =jobs' }, `${name} (given:  =jobs)`],
		[{ ledger: ['jobs'] }, `${name} (given: ["jobs"])`],
		[{ payOnceFor: '' }, `${key} (given: nothing)`],
		[{ payOnceFor: ' ' }, `${key} (given: nothing)`],
		[{ payOnceFor: 'y'.repeat(256) }, `${key} (given: ${'y'.repeat(60)}… (256 characters))`],
		[{ payOnceFor: '=1+1' }, `${key} (given: =1+1)`],
		[{ payOnceFor: '[object Object]-cover' }, `${key} (given: [object Object]-cover)`],
		[{ payOnceFor: 'order-undefined' }, `${key} (given: order-undefined)`],
		[{ payOnceFor: 'null-cover' }, `${key} (given: null-cover)`],
		[{ payOnceFor: {} }, `${key} (given: {})`],
		[
			{ ledgerDays: 0 },
			'Ledger: Keep Rows (Days) must be a whole number from 1 to 3650 (given: 0)',
		],
		[
			{ ledgerDays: 3651 },
			'Ledger: Keep Rows (Days) must be a whole number from 1 to 3650 (given: 3651)',
		],
		[
			{ ledgerDays: 0.5 },
			'Ledger: Keep Rows (Days) must be a whole number from 1 to 3650 (given: 0.5)',
		],
		[{ ledgerPrompts: 'some' }, 'Ledger: Keep Prompts must be true or false (given: some)'],
		[
			{ maxCostPerDay: -1 },
			'Cost: Maximum per Day (USD) must be an amount in US dollars from 0 to 1,000,000,000 (given: -1)',
		],
		[
			{ maxCostPerDay: '' },
			'Cost: Maximum per Day (USD) must be an amount in US dollars from 0 to 1,000,000,000 (given: nothing)',
		],
	])('%j is refused', (options, message) => {
		expect(refusalOf(readLedger, { options })).toEqual({
			message,
			description: 'Nothing was sent.',
		});
	});
});

test('a run as a whole needs the ledger for a budget of the day alone', () => {
	expect(readFrom(readDayBudget, {})).toBeUndefined();
	expect(
		readFrom(readDayBudget, { options: { ledger: 'my_jobs', payOnceFor: 'a' } }),
	).toBeUndefined();
	expect(readFrom(readDayBudget, { options: { maxCostPerDay: 0 } })).toEqual({
		table: 'media_generation_jobs',
		days: 90,
		maxPerDay: 0n,
	});
	expect(
		readFrom(readDayBudget, { options: { ledger: 'my_jobs', ledgerDays: 7, maxCostPerDay: 2 } }),
	).toEqual({
		table: 'my_jobs',
		days: 7,
		maxPerDay: 2_000_000_000n,
	});
});

test('the keys of a run are those of all its items, as far as they have one that is right', () => {
	const found: unknown[] = ['a', '', 5, 'x'.repeat(256), 'a'];
	const keysWith = (options: object) =>
		payOnceKeys(
			new Run({
				getNode: () => ({ parameters: { options } }),
				getInputData: () => found.map(() => ({ json: {} })),
				getNodeParameter: (_: string, index: number) => {
					if (index === 4) throw new Error('the expression fails');
					return found[index];
				},
			} as unknown as IExecuteFunctions),
		);
	expect(keysWith({ payOnceFor: '={{ $json.key }}' })).toEqual(['a', '5']);
	expect(keysWith({ payOnceFor: 'fixed' })).toEqual(Array(5).fill('fixed'));
	expect(keysWith({})).toEqual([]);
});

test('a table that another field names goes by the same rule, and is the usual one at first', () => {
	const { property, reader } = tableField({
		displayName: 'Ledger',
		name: 'ledgerTable',
		description: 'Where it is',
	});
	expect(property).toMatchObject({
		displayName: 'Ledger',
		name: 'ledgerTable',
		description: 'Where it is',
		default: usual.table,
	});
	expect(reader.read('jobs')).toEqual({ value: 'jobs' });
	expect(reader.read('=jobs')).toBeUndefined();
});
