import { readBatchOptions } from '../../../../../nodes/MediaGeneration/editor/fields/runOptions';
import { readFrom, refusalOf } from '../../../../support/input';

const inNode = (parameters: object) =>
	readFrom((input) => readBatchOptions(input, false), parameters);
const inTool = (parameters: object) =>
	readFrom((input) => readBatchOptions(input, true), parameters);
const options = { concurrency: '3', maxCost: '2.5', checkBalance: 'true' };

test('a node works on five items at a time and has no limit, unless its Options say otherwise', () => {
	expect(inNode({})).toEqual({ atOnce: 5, maxCost: undefined, checkBalance: false });
	expect(inNode({ options })).toEqual({ atOnce: 3, maxCost: 2.5, checkBalance: true });
	expect(inNode({ options: { maxCost: 0 }, maxCostPerCall: 7 })).toEqual({
		atOnce: 5,
		maxCost: 0,
		checkBalance: false,
	});
});

test('a tool has the limit for a call, of one dollar at first, and no Option for all items of a run', () => {
	expect(inTool({})).toEqual({ atOnce: 5, maxCost: 1, checkBalance: false });
	expect(inTool({ maxCostPerCall: 0.2, options })).toEqual({
		atOnce: 5,
		maxCost: 0.2,
		checkBalance: true,
	});
	expect(inTool({ options: { concurrency: 'many', maxCost: 'much' } })).toEqual({
		atOnce: 5,
		maxCost: 1,
		checkBalance: false,
	});
});

test.each([
	[{ concurrency: 0 }, 'Request: Items at Once must be a whole number from 1 to 100 (given: 0)'],
	[
		{ concurrency: 101 },
		'Request: Items at Once must be a whole number from 1 to 100 (given: 101)',
	],
	[
		{ concurrency: 1.5 },
		'Request: Items at Once must be a whole number from 1 to 100 (given: 1.5)',
	],
	[
		{ maxCost: -0.01 },
		'Cost: Maximum (USD) must be an amount in US dollars from 0 to 1,000,000,000 (given: -0.01)',
	],
	[
		{ maxCost: '' },
		'Cost: Maximum (USD) must be an amount in US dollars from 0 to 1,000,000,000 (given: nothing)',
	],
	[{ checkBalance: 'maybe' }, 'Cost: Check Balance First must be true or false (given: maybe)'],
])('a node refuses %j', (wrong, message) => {
	expect(refusalOf((input) => readBatchOptions(input, false), { options: wrong })).toEqual({
		message,
		description: 'Nothing was sent.',
	});
});

test('a tool whose limit is none is refused', () => {
	expect(refusalOf((input) => readBatchOptions(input, true), { maxCostPerCall: '' })).toEqual({
		message:
			'Maximum Cost per Call (USD) must be an amount in US dollars from 0 to 1,000,000,000 (given: nothing)',
		description: 'Nothing was sent.',
	});
});
