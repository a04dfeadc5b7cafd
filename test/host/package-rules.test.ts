import { Linter } from 'eslint';
import { parser } from 'typescript-eslint';
import { newestRules } from '../../host/package-rules';

/** What the rules say of a file of that name. */
function findings(file: string, code: string): string[] {
	const rules = Object.fromEntries(
		Object.keys(newestRules).map((name) => [`newest/${name}`, 'error'] as const),
	);
	const messages = new Linter().verify(
		code,
		[
			{
				files: ['**/*.ts', '**/*.json'],
				plugins: { newest: { rules: newestRules } },
				rules,
				languageOptions: { parser },
			},
		],
		file,
	);
	return messages.map(({ message, ruleId }) => `${ruleId ?? 'parsing'}: ${message}`);
}

const ofCodex = (codex: object) => findings('Any.node.json', JSON.stringify(codex));
const node = (description: string) =>
	findings('Any.node.ts', `export class Any { description = { name: 'any', ${description} }; }`);
const TOGETHER = [
	'newest/one-credential-at-a-time: Two credentials can be asked for at once: tell them apart by lists in displayOptions.show',
];

test('a category is one of those that n8n has', () => {
	expect(ofCodex({ categories: ['Marketing & Content', 'Miscellaneous'] })).toEqual([]);
	expect(ofCodex({ node: 'without any' })).toEqual([]);
	expect(ofCodex({ categories: ['Marketing', 'Sales'] })).toEqual([
		'newest/known-categories: n8n has no category "Marketing"',
	]);
	expect(node("codex: { categories: ['Marketing'] }")).toEqual([
		'newest/known-categories: n8n has no category "Marketing"',
	]);
	expect(ofCodex({ categories: [] })).toEqual([
		'newest/known-categories: A node needs a category, or no list of them',
	]);
	expect(findings('any.json', '{ "categories": ["Marketing"] }')).toEqual([]);
});

test('the category AI and its subcategories go together', () => {
	expect(ofCodex({ categories: ['AI'], subcategories: { AI: ['Root Nodes'] } })).toEqual([]);
	expect(ofCodex({ categories: ['AI'], subcategories: { AI: ['Pictures'] } })).toEqual([
		'newest/known-categories: n8n has no subcategory "Pictures" of AI',
	]);
	const apart = [
		'newest/known-categories: The category AI and a list of subcategories for it go together',
	];
	expect(ofCodex({ categories: ['AI'] })).toEqual(apart);
	expect(ofCodex({ categories: ['AI'], subcategories: { AI: [] } })).toEqual(apart);
	expect(ofCodex({ categories: ['Sales'], subcategories: { AI: ['Root Nodes'] } })).toEqual(apart);
});

test.each([
	['one alone', "credentials: [{ name: 'one' }]"],
	[
		'two for other values of one field',
		"credentials: [{ name: 'one', displayOptions: { show: { resource: ['a', 'b'] } } }, { name: 'two', displayOptions: { show: { resource: ['c'] } } }]",
	],
	['what is not written out here, which n8n does not read either', 'credentials: wherever'],
])('credentials are told apart: %s', (_, description) => {
	expect(node(description)).toEqual([]);
});

test.each([
	['without a condition', "credentials: [{ name: 'one' }, { name: 'two' }]"],
	[
		'by hide',
		"credentials: [{ name: 'one', displayOptions: { hide: { resource: ['c'] } } }, { name: 'two', displayOptions: { show: { resource: ['c'] } } }]",
	],
	[
		'by lists with a value in common',
		"credentials: [{ name: 'one', displayOptions: { show: { resource: ['a', 'c'] } } }, { name: 'two', displayOptions: { show: { resource: ['c'] } } }]",
	],
	[
		'by different fields',
		"credentials: [{ name: 'one', displayOptions: { show: { resource: ['a'] } } }, { name: 'two', displayOptions: { show: { operation: ['c'] } } }]",
	],
	[
		'by a list that is not written out',
		"credentials: [{ name: 'one', displayOptions: { show: { resource: [other] } } }, { name: 'two', displayOptions: { show: { resource: ['c'] } } }]",
	],
])('credentials are not told apart: %s', (_, description) => {
	expect(node(description)).toEqual(TOGETHER);
});
