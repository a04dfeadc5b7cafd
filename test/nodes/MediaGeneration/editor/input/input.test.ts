import type { IExecuteFunctions, INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import {
	choicesField,
	field,
	jsonField,
	numberField,
	textField,
	wholeNumberField,
} from '../../../../../nodes/MediaGeneration/editor/input/field';
import {
	holdsExpression,
	inputOf,
	inputOfNode,
} from '../../../../../nodes/MediaGeneration/editor/input/input';
import { identifier, text } from '../../../../../nodes/MediaGeneration/n8n/readers';
import { inputWith, readFrom, refusalOf } from '../../../../support/input';
import { Client } from '../../../../../nodes/MediaGeneration/http/client';
import { Run } from '../../../../../nodes/MediaGeneration/lifecycle/run';

const property = (
	type: INodeProperties['type'],
	more: Partial<INodeProperties> = {},
): INodeProperties => ({
	displayName: 'Size',
	name: 'size',
	type,
	default: '',
	...more,
});
const size = numberField(
	property('number', { default: 5, typeOptions: { minValue: 1, maxValue: 9 } }),
);
const nothing = 'Nothing was sent.';

describe('a parameter', () => {
	test.each([
		['that was saved', { size: '7' }, {}, 7],
		['that the node was saved without', {}, {}, 5],
		['by an expression', { size: '={{ $json.x }}' }, { size: 3 }, 3],
		['of a list or by ID', { size: { __rl: true, mode: 'id', value: 4 } }, {}, 4],
	])('%s', (_, parameters, found, read) => {
		expect(readFrom((input) => input.parameter(size), parameters, found)).toBe(read);
	});

	test.each([
		[{ size: 10 }, 'Size must be a number from 1 to 9 (given: 10)'],
		[{ size: 0 }, 'Size must be a number from 1 to 9 (given: 0)'],
		[{ size: '' }, 'Size must be a number from 1 to 9 (given: nothing)'],
		[
			{ size: { __rl: false, value: 4 } },
			'Size must be a number from 1 to 9 (given: {"__rl":false,"value":4})',
		],
	])('%j is refused', (parameters, message) => {
		expect(refusalOf((input) => input.parameter(size), parameters)).toEqual({
			message,
			description: nothing,
		});
	});

	test('as it was given and as it was saved', () => {
		const input = inputWith(
			{ a: '={{ 1 }}', b: { __rl: true, value: 'x' }, c: { value: 'x' } },
			{ a: 1 },
		);
		expect(['a', 'b', 'c', 'toString'].map((name) => input.given(name, 'else'))).toEqual([
			1,
			'x',
			{ value: 'x' },
			'else',
		]);
		expect(['a', 'b', 'toString'].map((name) => input.saved(name))).toEqual([
			'={{ 1 }}',
			{ __rl: true, value: 'x' },
			undefined,
		]);
	});
});

describe('an Option', () => {
	test.each([
		['that was added', { options: { size: 7 } }, {}, 7],
		['that was not added', { options: { other: 7 } }, {}, undefined],
		['of a node without Options', {}, {}, undefined],
		['by an expression', { options: { size: '={{ $json.x }}' } }, { 'options.size': 8 }, 8],
		[
			'beside one whose expression would fail',
			{ options: { size: 7, other: '={{ $json.x }}' } },
			{},
			7,
		],
	])('%s', (_, parameters, found, read) => {
		expect(readFrom((input) => input.option(size), parameters, found)).toBe(read);
	});

	test('that every object has is not taken for one that was added', () => {
		expect(
			readFrom((input) => input.option(textField(property('string', { name: 'toString' }))), {
				options: {},
			}),
		).toBeUndefined();
	});

	test('is called as its field says', () => {
		const called = { ...size, called: 'Size (size_mib)' };
		expect(refusalOf((input) => input.option(called), { options: { size: 0 } })?.message).toBe(
			'Size (size_mib) must be a number from 1 to 9 (given: 0)',
		);
		expect(refusalOf((input) => input.option(size), { options: { size: 0 } })?.message).toBe(
			'Size must be a number from 1 to 9 (given: 0)',
		);
	});

	test('of Options that are none', () => {
		expect(refusalOf((input) => input.option(size), { options: 'many' })).toEqual({
			message: 'Options must be a collection of named values (given: many)',
			description: nothing,
		});
	});
});

describe('what is left empty', () => {
	const read = { rule: 'something', read: () => undefined };
	const refusal = { message: 'Size must be something (given: nothing)', description: nothing };

	test.each(['string', 'json', 'resourceLocator', 'multiOptions', 'dateTime'] as const)(
		'of type %s is nothing',
		(type) => {
			expect(
				refusalOf((input) => input.parameter(field(property(type), read)), { size: '' }),
			).toBeUndefined();
		},
	);

	test.each(['number', 'options', 'boolean'] as const)('of type %s is wrong', (type) => {
		expect(
			refusalOf((input) => input.parameter(field(property(type), read)), { size: '' }),
		).toEqual(refusal);
	});

	test('of no type is nothing', () => {
		expect(refusalOf((input) => input.read('Size', read, null), {})).toBeUndefined();
	});

	test('is wrong where it is needed', () => {
		const needed = { ...textField(property('string')), needed: true };
		expect(refusalOf((input) => input.parameter(needed), { size: ' ' })?.message).toBe(
			'Size must be text (given: nothing)',
		);
		expect(readFrom((input) => input.parameter(needed), { size: 'x' })).toBe('x');
	});

	test('is nothing to add where JSON goes, unless an expression was to give it', () => {
		const json = jsonField(property('json', { default: '{}' }));
		expect(readFrom((input) => input.parameter(json), { size: '' })).toEqual({});
		expect(
			refusalOf((input) => input.parameter(json), { size: '={{ $json.x }}' }, { size: '' })
				?.message,
		).toBe('Size must be a JSON object, such as {"seed": 7} (given: nothing)');
		expect(
			readFrom(
				(input) => input.parameter(textField(property('string'))),
				{ size: '={{ $json.x }}' },
				{ size: '' },
			),
		).toBe('');
	});
});

describe('what is told', () => {
	const told = (...problems: Array<(input: ReturnType<typeof inputWith>) => void>) =>
		refusalOf((input) => {
			for (const problem of problems) problem(input);
		}, {});

	test('of each value is the first rule that it breaks', () => {
		expect(
			told(
				(input) => input.wrong('A', 'one', 1),
				(input) => input.wrong('A', 'two', 2),
				(input) => input.wrong('B', 'three', ' '),
			),
		).toEqual({
			message: 'A must be one (given: 1)',
			description: 'Nothing was sent. Also: B must be three (given: nothing)',
		});
	});

	test('is everything, with advice', () => {
		const all = (input: ReturnType<typeof inputWith>) => {
			for (const problem of ['one', 'two', 'three']) input.add(problem);
		};
		expect(refusalOf((input) => (all(input), input.check('Do better.')), {})).toEqual({
			message: 'one',
			description: 'Nothing was sent. Also: two; three Do better.',
		});
	});

	test('is that something is missing, unless it is known to be wrong', () => {
		expect(told((input) => input.required('A'))).toEqual({
			message: 'A is required (given: nothing)',
			description: nothing,
		});
		expect(told((input) => input.required('A', 'A must be there'))?.message).toBe(
			'A must be there',
		);
		expect(
			told(
				(input) => input.wrong('A', 'one', 1),
				(input) => input.required('A'),
			),
		).toEqual({ message: 'A must be one (given: 1)', description: nothing });
	});

	test('names the item', () => {
		const context = { getNode: () => ({ parameters: {} }) } as unknown as IExecuteFunctions;
		const input = inputOf(new Run(context).item(3));
		input.add('one');
		expect(() => input.check()).toThrow(
			expect.objectContaining({
				message: 'one',
				context: expect.objectContaining({ itemIndex: 3 }),
			}),
		);
	});
});

test('a collection is as it was given, and empty where there is none', () => {
	expect(
		readFrom((input) => input.readCollection('filters', 'Filters'), { filters: { a: 1 } }),
	).toEqual({ a: 1 });
	expect(readFrom((input) => input.readCollection('filters', 'Filters'), {})).toEqual({});
	expect(
		refusalOf((input) => input.readCollection('filters', 'Filters'), { filters: [1] })?.message,
	).toBe('Filters must be a collection of named values (given: [1])');
});

test('a field of a few values goes by those that the editor offers, and one without bounds by none', () => {
	const options = [
		{ name: 'One', value: 1 },
		{ name: 'Two', value: 'two' },
	];
	const some = choicesField(property('multiOptions', { options }));
	expect(some.reader.rule).toBe('a list in which each entry is one of 1, two');
	expect(some.reader.read('two, 1')).toEqual({ value: ['two', '1'] });
	expect(some.reader.read('three')).toBeUndefined();
	expect(choicesField(property('multiOptions')).reader.rule).toBe(
		'a list in which each entry is one of ',
	);
	expect(numberField(property('number')).reader.rule).toBe('a number');
	expect(wholeNumberField(property('number')).reader.rule).toBe('a whole number');
});

test.each([
	['={{ 1 }}', true],
	['=', true],
	['a = b', false],
	['', false],
	[7, false],
	[null, false],
	[undefined, false],
	[{ a: { b: ['x', '=y'] } }, true],
	[{ a: { b: ['x', 'y='] }, c: null }, false],
	[[], false],
])('whether %j is worked out for each item: %s', (saved, isSo) => {
	expect(holdsExpression(saved)).toBe(isSo);
});

describe('n8n is asked', () => {
	const asking = (parameters: object) => {
		const asked: unknown[][] = [];
		const context = {
			getNode: () => ({ parameters }),
			getNodeParameter: (...how: unknown[]) => {
				asked.push(how);
				return `item ${String(how[1])}`;
			},
		};
		return { asked, context };
	};

	test('once a run for what is the same for all items, and for each item else', () => {
		const { asked, context } = asking({ same: 'x', own: '={{ $json.x }}', within: { a: ['=y'] } });
		const runOf = () => new Run(context as unknown as IExecuteFunctions);
		const run = runOf();
		const read = (name: string) => [0, 1].map((index) => inputOf(run.item(index)).given(name));
		expect(read('same')).toEqual(['item 0', 'item 0']);
		expect(read('own')).toEqual(['item 0', 'item 1']);
		expect(read('within')).toEqual(['item 0', 'item 1']);
		expect(asked).toEqual([
			['same', 0, null],
			['own', 0, null],
			['own', 1, null],
			['within', 0, null],
			['within', 1, null],
		]);
		expect(inputOf(runOf().item(4)).given('same')).toBe('item 4');
	});

	test('without an item by a node that has none', () => {
		const { asked, context } = asking({ same: 'x' });
		const input = inputOfNode(new Client(context as unknown as IWebhookFunctions));
		input.given('same');
		expect(asked).toEqual([['same', null]]);
		expect(input.read('ID', identifier, 'x')).toBe('x');
		expect(input.read('Text', text, 7)).toBe('7');
	});
});
