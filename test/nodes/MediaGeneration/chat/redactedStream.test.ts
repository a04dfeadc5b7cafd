import { ChunkRedactor } from '../../../../nodes/MediaGeneration/chat/redactedStream';

const KEY = 'sk/key-that-must-stay-home';
const SECRETS = [KEY];
const chunk = (delta: unknown, more: object = {}) => ({
	id: 'chat',
	object: 'chunk',
	created: 1,
	model: 'x',
	choices: [{ index: 0, delta, ...more }],
});

test.each<[string, unknown]>([
	[
		'what a delta tells as a whole',
		chunk({ role: 'sk', type: 's', id: 'sk', name: 'masks' }, { finish_reason: 's' }),
	],
	['what is no text', chunk({ content: null, audio: { expires_at: 7 }, more: [true, null] })],
	['a choice without a delta', { choices: [{ index: 0, text: 's' }] }],
	['a delta that is none', chunk(null)],
	['a text', 's'],
])('what cannot be the piece of a text stays as it is: %s', (_, given) => {
	const texts = new ChunkRedactor(SECRETS);
	expect(JSON.stringify(texts.hide(given))).toBe(JSON.stringify(given));
	expect(texts.rest()).toEqual([]);
});

test('what is kept back goes on with the next piece under the same path, wherever that stands', () => {
	const texts = new ChunkRedactor(SECRETS);
	const call = (index: number, given: string) => ({
		index,
		function: { name: 'draw', arguments: given },
	});
	expect(
		texts.hide(chunk({ content: 'so sk', tool_calls: [call(3, '{"a":"sk/'), call(1, '{"b":"s')] })),
	).toEqual(chunk({ content: 'so ', tool_calls: [call(3, '{"a":"'), call(1, '{"b":"')] }));
	expect(texts.hide(chunk({ tool_calls: [call(1, 'o"}')] }))).toEqual(
		chunk({ tool_calls: [call(1, 'so"}')] }),
	);
	expect(
		texts.hide(chunk({ content: 'ip', tool_calls: [call(3, 'key-that-must-stay-home"}')] })),
	).toEqual(chunk({ content: 'skip', tool_calls: [call(3, '[hidden]"}')] }));
	expect(texts.rest()).toEqual([]);
});

test('what is kept back at the end comes in chunks that go on with it', () => {
	const texts = new ChunkRedactor(SECRETS);
	texts.hide({
		...chunk({
			content: 's',
			parts: [{ text: 'sk' }, 's'],
			tool_calls: [{ index: 3, function: { name: 'draw', arguments: 's' } }],
		}),
		usage: {},
	});
	const rest = (delta: object) => chunk(delta, { finish_reason: null });
	expect(texts.rest()).toEqual([
		rest({ content: 's' }),
		rest({ parts: [{ index: 0, text: 'sk' }] }),
		rest({ parts: ['s'] }),
		rest({ tool_calls: [{ index: 3, function: { arguments: 's' } }] }),
	]);
	expect(texts.rest()).toEqual([]);
});

test('each of several answers goes on for itself', () => {
	const texts = new ChunkRedactor(SECRETS);
	const at = (index: number, content: string) => ({ choices: [{ index, delta: { content } }] });
	texts.hide(at(0, 'sk/key-'));
	expect(texts.hide(at(1, 'that'))).toEqual(at(1, 'that'));
	expect(texts.hide(at(0, 'that-must-stay-home.'))).toEqual(at(0, '[hidden].'));
});

test('more texts at once than any answer has are refused', () => {
	const texts = new ChunkRedactor(SECRETS);
	const many = Array.from({ length: 1_001 }, (_, index) => ({
		index,
		function: { arguments: 's' },
	}));
	expect(() => texts.hide(chunk({ tool_calls: many.slice(1) }))).not.toThrow();
	expect(() => texts.hide(chunk({ tool_calls: many }))).toThrow('more than 1000 texts at once');
});
