import { createMark } from '../../../../nodes/MediaGeneration/support/mark';

test('a mark is on the very object that it was put on, and on nothing else', () => {
	const [mark, other] = [createMark(), createMark()];
	const it = { a: 1 };
	expect(mark.put(it)).toBe(it);
	expect([it, { a: 1 }, null, undefined, 'text', 7].map(mark.isOn)).toEqual([
		true,
		false,
		false,
		false,
		false,
		false,
	]);
	expect(other.isOn(it)).toBe(false);
});
