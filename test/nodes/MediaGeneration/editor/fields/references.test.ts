import {
	chatImagesField,
	readImages,
} from '../../../../../nodes/MediaGeneration/editor/fields/references';
import { readFrom } from '../../../../support/input';

const a = 'https://h.example/a.png';
const b = 'http://h.example/b.png?x=1,2';

test.each<[string, unknown, unknown[]]>([
	['nothing', undefined, []],
	['null', null, []],
	['blanks', ' ', []],
	['no entry', [], []],
	['a row that was added and left as it is', [[]], ['']],
	['two of them', [[], ''], ['']],
	['the name of a field', 'data', ['data']],
	['a field and an address', ['data', a], ['data', a]],
	['names of fields on lines of their own', 'data\n photo \n\n', ['data', 'photo']],
	['names that end with blanks and commas', ' data , \nphoto,', ['data', 'photo']],
	['a name with blanks and commas', 'my photo, large', ['my photo, large']],
	['addresses between commas', `${a}, ${b},`, [a, b]],
	['addresses between commas alone', `${a},${b}`, [a, b]],
	['addresses between blanks', `${a} ${b}`, [a, b]],
	['a name before an address', `data,${a}`, ['data', a]],
	['JSON', JSON.stringify([a, b]), [a, b]],
	['JSON in an entry', [` ["data", "${a}"]`], ['data', a]],
	['what only begins like JSON', `[${a}`, [`[${a}`]],
	['lists in lists', [[a, [[b]]]], [a, b]],
	['an entry of which nothing is found', [a, null, ''], [a, null, undefined]],
	['an entry that is an empty list', [a, []], [a, undefined]],
	['an entry with no address between its commas', [',', a], [undefined, a]],
	['an object', { a: 1 }, [{ a: 1 }]],
	['a number among others', [a, 7], [a, 7]],
])('%s', (_, images, references) => {
	expect(
		readFrom((input) => readImages(input, chatImagesField), images === undefined ? {} : { images }),
	).toEqual(references);
});
