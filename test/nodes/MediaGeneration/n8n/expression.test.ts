import fc from 'fast-check';
import { Expression, type INodeParameters, type NodeParameterValueType } from 'n8n-workflow';
import {
	isExpression,
	asLiteral,
	stringLiteral,
} from '../../../../nodes/MediaGeneration/n8n/expression';

const parts = [
	'{{',
	'}}',
	'\\',
	'"',
	"'",
	'`',
	'${',
	'\n',
	'\r\n',
	'\u2028',
	'$',
	'=',
	'={{',
	'.constructor',
	'.isEmpty()',
	'$if(',
	'\ud800',
	'\udc00',
	'🦊',
	'//',
	'/*',
	'__proto__',
];
const anyText = fc
	.array(
		fc.oneof(
			fc.constantFrom(...parts),
			fc.string({ unit: 'binary' }),
			fc.string({ unit: 'grapheme' }),
		),
		{ maxLength: 8 },
	)
	.map((all) => all.join(''));

/** What n8n makes of a parameter. */
function read(value: NodeParameterValueType): unknown {
	return isExpression(value)
		? new Expression('UTC').resolveSimpleParameterValue(value, {} as never)
		: value;
}

test('n8n gives any text that stands in an expression as it is', () => {
	fc.assert(
		fc.property(anyText, (text) =>
			expect(read(`={{ [${stringLiteral(text)}, 'end'] }}`)).toEqual([text, 'end']),
		),
	);
});

test('n8n gives any parameter that is meant literally as it is', () => {
	fc.assert(
		fc.property(anyText, (text) => {
			expect(read(asLiteral(text))).toBe(text);
			expect(read(asLiteral(`=${text}`))).toBe(`=${text}`);
		}),
	);
});

test('what is no text stays as it is, and what holds text is literal throughout', () => {
	const plain = {
		mode: 'id',
		value: 5,
		none: null,
		on: true,
		list: ['plain', { deep: 'plain' }],
	} as INodeParameters;
	expect(asLiteral(plain)).toEqual(plain);
	expect(asLiteral({ conditions: [{ keyValue: '=1' }] })).toEqual({
		conditions: [{ keyValue: '={{ "\\u003d1" }}' }],
	});
});
