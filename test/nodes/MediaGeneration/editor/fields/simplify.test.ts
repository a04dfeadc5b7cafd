import { readSimplify } from '../../../../../nodes/MediaGeneration/editor/fields/list';
import { readFrom, refusalOf } from '../../../../support/input';

const entry = { a: 1, b: 0, c: null, d: undefined, e: 'x' };
const ESSENTIAL = ['e', 'd', 'c', 'z'];
const outOf = (parameters: object, asTool: boolean) =>
	Object.entries(readFrom((input) => readSimplify(input, asTool, ESSENTIAL), parameters)(entry));
const simplified = [
	['e', 'x'],
	['c', null],
];
const whole = Object.entries(entry);

test.each([
	['simplified at first', {}, simplified],
	['simplified', { simplify: true, output: 'raw' }, simplified],
	['whole', { simplify: 'false', output: 'simplified' }, whole],
	['whole, whatever fields are named', { simplify: false, outputFields: 'a' }, whole],
	['simplified, whatever fields are named', { outputFields: 'a' }, simplified],
])('of a node: %s', (_, parameters, fields) => {
	expect(outOf(parameters, false)).toEqual(fields);
});

test.each([
	['simplified at first', {}, simplified],
	['simplified', { output: 'simplified', simplify: false, outputFields: 'a' }, simplified],
	['whole', { output: 'raw', simplify: true }, whole],
	[
		'the fields that are named, in that order, where there are such',
		{ output: 'selectedFields', outputFields: ' e,, b ,z,d' },
		[
			['e', 'x'],
			['b', 0],
		],
	],
])('of a tool: %s', (_, parameters, fields) => {
	expect(outOf(parameters, true)).toEqual(fields);
});

test.each([
	[{ output: 'selectedFields' }, 'Fields must be the names of one or more fields (given: nothing)'],
	[
		{ output: 'selectedFields', outputFields: ' , ' },
		'Fields must be the names of one or more fields (given:  , )',
	],
	[{ output: 'some' }, 'Output must be one of simplified, raw, selectedFields (given: some)'],
])('a tool with %j is refused', (parameters, message) => {
	expect(refusalOf((input) => readSimplify(input, true, ESSENTIAL), parameters)).toEqual({
		message,
		description: 'Nothing was sent.',
	});
});

test('a node whose switch is none is refused', () => {
	expect(
		refusalOf((input) => readSimplify(input, false, ESSENTIAL), { simplify: 'some' })?.message,
	).toBe('Simplify must be true or false (given: some)');
});
