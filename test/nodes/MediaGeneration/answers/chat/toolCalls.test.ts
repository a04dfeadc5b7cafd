import { readAnswer } from '../../../../../nodes/MediaGeneration/answers/chat/chatAnswer';
import { AnswerBuilder } from '../../../../../nodes/MediaGeneration/answers/chat/chatStream';

const call = (id: string | undefined, given: string) => [
	{
		...(id !== undefined && { id }),
		type: 'function',
		function: { name: 'draw', arguments: given },
	},
];

const toolCall = (name: string, given: string, more: object = {}) => ({
	function: { name, arguments: given },
	...more,
});
const streamed = (...chunks: object[]) => {
	const builder = new AnswerBuilder();
	for (const chunk of chunks) builder.add(chunk);
	builder.close();
	return builder.answer.tool_calls;
};
const deltas = (...calls: object[]) => ({ choices: [{ delta: { tool_calls: calls } }] });

test.each<[string, unknown, string]>([
	['nothing', undefined, ''],
	['an empty object', {}, '{}'],
	['text', '{"p":1}', '{"p":1}'],
	['an object', { p: 1 }, '{"p":1}'],
	['a number', 5, '5'],
])('a tool that is given %s', (_, given, text) => {
	expect(
		readAnswer({ tool_calls: [{ id: 'a', function: { name: 'draw', arguments: given } }] })
			.tool_calls,
	).toEqual(call('a', text));
});

test('an ID that is empty or no text is none', () => {
	expect(
		readAnswer({ tool_calls: [{ id: 7, function: { name: 'draw', arguments: '{}' } }] }).tool_calls,
	).toEqual(call(undefined, '{}'));
	expect(
		streamed(
			deltas({ index: 0, id: '', function: { name: 'draw' } }),
			deltas({ index: 0, id: 'a', function: { arguments: '{}' } }),
		),
	).toEqual([toolCall('draw', '{}', { id: 'a' })]);
});

test.each<[string, object[], object[]]>([
	[
		'from pieces of their arguments',
		[
			deltas({ index: 0, id: 'a', function: { name: 'draw', arguments: '' } }),
			deltas({ index: 0, function: { arguments: '{"p"' } }),
			deltas({ function: { arguments: ':1}' } }),
		],
		[toolCall('draw', '{"p":1}', { id: 'a' })],
	],
	[
		'by their place in the list, without a position',
		[
			deltas(
				{ function: { name: 'a' } },
				{ index: 'x', function: { name: 'b' } },
				{ index: Infinity, function: { name: 'c' } },
			),
		],
		[toolCall('a', ''), toolCall('b', ''), toolCall('c', '')],
	],
	[
		'with their names more than once',
		[deltas({ function: { name: 'draw' } }), deltas({ function: { name: 'draw' } })],
		[toolCall('draw', '')],
	],
	[
		'without positions, by their IDs',
		[
			deltas({ id: 'a', function: { name: 'draw', arguments: '{"p":' } }),
			deltas({ function: { arguments: '1}' } }),
			deltas({ id: 'b', function: { name: 'paint', arguments: '{}' } }),
		],
		[toolCall('draw', '{"p":1}', { id: 'a' }), toolCall('paint', '{}', { id: 'b' })],
	],
	[
		'all at one position, by their IDs',
		[
			deltas({ index: 0, id: 'a', function: { name: 'draw', arguments: '{"p":1}' } }),
			deltas({ index: 0, id: 'b', function: { name: 'draw', arguments: '{"p":2}' } }),
		],
		[toolCall('draw', '{"p":1}', { id: 'a' }), toolCall('draw', '{"p":2}', { id: 'b' })],
	],
	[
		'with an ID made up for each piece',
		[
			deltas({ index: 0, id: 'a', function: { name: 'draw', arguments: '{"p":' } }),
			deltas({ index: 0, id: 'b', function: { arguments: '1}' } }),
		],
		[toolCall('draw', '{"p":1}', { id: 'a' })],
	],
])('streamed calls are put together %s', (_, chunks, calls) => {
	expect(streamed(...chunks)).toEqual(calls);
});

test('no answer calls more than a thousand tools', () => {
	const many = Array.from({ length: 1_001 }, (_, index) => ({
		index,
		function: { name: 'draw', arguments: '{' },
	}));
	expect(readAnswer({ tool_calls: many }).tool_calls).toHaveLength(1_000);
	const calls = streamed(
		deltas(...many),
		deltas(
			{ index: 1_000, function: { name: 'draw' } },
			{ index: 7, function: { arguments: '}' } },
		),
	);
	expect(calls).toHaveLength(1_000);
	expect(calls?.[7]).toEqual(toolCall('draw', '{}'));
});
