import { readPrompt } from '../../../../../nodes/MediaGeneration/editor/fields/prompt';
import { readFrom } from '../../../../support/input';

test.each([
	['a red fox', 'a red fox'],
	[' two\nlines ', ' two\nlines '],
	['', ''],
	[7, '7'],
	[false, 'false'],
	[null, null],
	[{ a: 1 }, { a: 1 }],
])('%j is the prompt %j', (prompt, read) => {
	expect(readFrom(readPrompt, { prompt })).toEqual(read);
});

test('a node that was saved without a prompt has none', () => {
	expect(readFrom(readPrompt, {})).toBeUndefined();
});
