import { readLimit } from '../../../../../nodes/MediaGeneration/editor/fields/list';
import { readFrom, refusalOf } from '../../../../support/input';

test.each([
	[{}, 50],
	[{ limit: 1 }, 1],
	[{ returnAll: false, limit: '7' }, 7],
	[{ returnAll: true, limit: 7 }, Infinity],
	[{ returnAll: true, limit: 'none' }, Infinity],
])('%j: at most %d entries', (parameters, limit) => {
	expect(readFrom(readLimit, parameters)).toBe(limit);
});

test.each([
	[{ limit: 0 }, 'Limit must be a whole number of at least 1 (given: 0)'],
	[{ limit: 1.5 }, 'Limit must be a whole number of at least 1 (given: 1.5)'],
	[{ returnAll: 'some' }, 'Return All must be true or false (given: some)'],
])('%j is refused', (parameters, message) => {
	expect(refusalOf(readLimit, parameters)).toEqual({ message, description: 'Nothing was sent.' });
});
