import { findPlace, compareRanks } from '../../../../../nodes/MediaGeneration/answers/core/find';
import { walk, type Place } from '../../../../../nodes/MediaGeneration/answers/core/walk';
import { firstRule, type NameRule } from '../../../../../nodes/MediaGeneration/answers/words/words';

const rules: ReadonlyArray<NameRule<Place>> = [
	['url status|state', 'two words, of which one has a choice'],
	['url', 'one word, deep down', ({ depth }) => depth > 1],
	['', 'any name, where it is a number', ({ value }) => typeof value === 'number'],
];
const found = (body: object, search?: Parameters<typeof findPlace>[2]) => {
	const best = findPlace(walk(body).places, rules, search);
	return best && [best.rule, best.place.value];
};

test.each<[string, object, [number, unknown] | undefined]>([
	['the first rule, wherever it fits', { a: { url: 'x' }, state_url: 'y' }, [0, 'y']],
	['words in any order and spelling', { 'STATUS-Url': 'y' }, [0, 'y']],
	['a later rule, where none before fits', { n: 7, a: { url: 'x' } }, [1, 'x']],
	['no place that the rule does not want', { url: 'x' }, undefined],
	['any name', { note: 'x', n: 7 }, [2, 7]],
	['the first of several', { n: 7, m: 8 }, [2, 7]],
	['nothing', { note: 'x' }, undefined],
])('the rules find %s', (_, body, best) => {
	expect(found(body)).toEqual(best);
});

test('of several the nearest is found, of those that count, by the name that they go by', () => {
	const nearness = ({ depth }: Place) => [depth];
	expect(found({ n: 7, a: { m: 8 } }, { nearness })).toEqual([2, 8]);
	expect(found({ n: 7, a: { m: 8 } }, { nearness, counts: ({ key }) => key === 'n' })).toEqual([
		2, 7,
	]);
	const named = ({ words, parent }: Place) => [...words, ...(parent?.words ?? [])];
	expect(found({ status: { url: 'x' } }, { named })).toEqual([0, 'x']);
});

test('without a place only the words of a name are looked at', () => {
	expect(firstRule(rules, ['url'])).toBe(1);
	expect(firstRule(rules, ['other'])).toBe(2);
	expect(firstRule(rules.slice(0, 2), ['other'])).toBeUndefined();
});

test('what is higher in the first number that differs comes first', () => {
	expect([[1, 1], [0, 9], [1, 2], [1]].sort(compareRanks)).toEqual([[1, 2], [1, 1], [1], [0, 9]]);
	expect(compareRanks([1], [1])).toBe(0);
});
