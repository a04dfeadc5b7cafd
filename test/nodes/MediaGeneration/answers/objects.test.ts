import fc from 'fast-check';
import { isHolder, odd, telling } from '../../../support/odd';
import { answers } from './answers';
import { finders, readers } from './readers';

const oddValues = [odd, [odd], Object.create(null) as unknown];

/** The names in a value, at any depth. */
function namesIn(value: unknown): string[] {
	if (!isHolder(value)) return [];
	return Object.entries(value).flatMap(([name, inner]) => [
		...(Array.isArray(value) ? [] : [name]),
		...namesIn(inner),
	]);
}

/** Each copy of a value that has another in place of one plain value, and the one that has it in place of all. */
function withOdd(value: unknown, put: unknown): unknown[] {
	if (!isHolder(value)) return [put];
	const entries = Object.entries(value);
	const rebuilt = (changed: Array<[string, unknown]>) =>
		Array.isArray(value) ? changed.map(([, inner]) => inner) : Object.fromEntries(changed);
	const one = entries.flatMap(([name, inner], at) =>
		withOdd(inner, put).map((copy) => rebuilt(entries.with(at, [name, copy]))),
	);
	return entries.length === 1
		? one
		: [...one, rebuilt(entries.map(([name, inner]) => [name, withOdd(inner, put).at(-1)]))];
}

const names = [...new Set([...telling, ...answers.flatMap(({ body }) => namesIn(body))])];
const beside: object[] = [{}, { id: 'j-1', status: 'success' }, { data: [{ id: 'a' }], cost: 5 }];

describe.each([...readers, ...finders])('%s', (_, read) => {
	test('of a known shape may hold any object in place of a plain value', () => {
		const thrown = answers.flatMap(({ what, body }) =>
			[odd, [odd]].flatMap((put) =>
				withOdd(body, put).flatMap((copy) => thrownBy(read, copy, what)),
			),
		);
		expect(thrown).toEqual([]);
	});

	test('may hold any object under any name that means something', () => {
		const bodies = names.flatMap((name) =>
			oddValues.flatMap((put) =>
				beside.map((others): [string, object] => [name, { ...others, [name]: put }]),
			),
		);
		expect(bodies.flatMap(([name, body]) => thrownBy(read, body, name))).toEqual([]);
	});

	test('may be put together of such objects and names in any way', () => {
		const { body } = fc.letrec((tie) => ({
			body: fc.dictionary(
				fc.constantFrom(...names),
				fc.oneof(
					{ maxDepth: 4 },
					fc.constantFrom(...oddValues),
					fc.constantFrom('completed', 'https://a.example.net/1.png', 7),
					tie('body'),
					fc.array(tie('body'), { maxLength: 3 }),
				),
				{ maxKeys: 6 },
			),
		}));
		fc.assert(fc.property(body, (made) => expect(thrownBy(read, made)).toEqual([])));
	});
});

/** What a reader throws, and where; nothing where it reads. */
function thrownBy(read: (body: unknown) => unknown, body: unknown, what = ''): string[] {
	try {
		read(body);
		return [];
	} catch (error) {
		return [`${what}: ${(error as Error).stack?.split('\n').slice(0, 4).join('\n')}`];
	}
}
