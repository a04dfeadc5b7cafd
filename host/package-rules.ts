import type { Rule } from 'eslint';
import type { ArrayExpression, Node, ObjectExpression, Property } from 'estree';

/** The categories of n8n's list of nodes; an older name of one is none. */
const CATEGORIES: ReadonlySet<unknown> = new Set([
	'AI',
	'Analytics',
	'Communication',
	'Data & Storage',
	'Development',
	'Finance & Accounting',
	'Marketing & Content',
	'Miscellaneous',
	'Productivity',
	'Sales',
	'Utility',
]);

/** Where a node can stand among n8n's AI nodes. */
const AI_SUBCATEGORIES: ReadonlySet<unknown> = new Set([
	'Agents',
	'Chains',
	'Document Loaders',
	'Embeddings',
	'Evaluation',
	'Human in the Loop',
	'Language Models',
	'Memory',
	'Miscellaneous',
	'Model Context Protocol',
	'Other Tools',
	'Output Parsers',
	'Rerankers',
	'Retrievers',
	'Root Nodes',
	'Text Splitters',
	'Tools',
	'Vector Stores',
]);

/** In a node's file or its codex file: every category is one that n8n has, and AI says where among its nodes. */
const knownCategories: Rule.RuleModule = {
	meta: { type: 'problem', schema: [] },
	create: (context) => ({
		ObjectExpression(codex) {
			const categories = arrayIn(codex, 'categories');
			if (!/\.node\.([jt]s|json)$/.test(context.filename) || categories === undefined) return;
			const report = (message: string) => context.report({ node: categories, message });
			const names = valuesIn(categories);
			const subcategories = objectIn(codex, 'subcategories');
			const inAi = subcategories === undefined ? undefined : arrayIn(subcategories, 'AI');
			const ofAi = inAi === undefined ? [] : valuesIn(inAi);
			if (names.length === 0) report('A node needs a category, or no list of them');
			for (const name of names.filter((each) => !CATEGORIES.has(each)))
				report(`n8n has no category ${JSON.stringify(name)}`);
			for (const name of ofAi.filter((each) => !AI_SUBCATEGORIES.has(each)))
				report(`n8n has no subcategory ${JSON.stringify(name)} of AI`);
			if (names.includes('AI') !== ofAi.length > 0)
				report('The category AI and a list of subcategories for it go together');
		},
	}),
};

/** Of a node's credentials only one can be asked for at a time: each two are shown for other values of one field. */
const oneCredentialAtATime: Rule.RuleModule = {
	meta: { type: 'problem', schema: [] },
	create: (context) => ({
		ObjectExpression(description) {
			const credentials = arrayIn(description, 'credentials');
			if (!context.filename.endsWith('.node.ts') || credentials === undefined) return;
			const shown = credentials.elements.map((element) =>
				element?.type === 'ObjectExpression' ? shownFor(element) : new Map<string, unknown[]>(),
			);
			const together = shown.some((one, index) =>
				shown.slice(index + 1).some((other) => !neverBoth(one, other)),
			);
			if (together)
				context.report({
					node: credentials,
					message:
						'Two credentials can be asked for at once: tell them apart by lists in displayOptions.show',
				});
		},
	}),
};

/**
 * Rules of n8n's own repository that its plugin on npm does not have yet, as far as they refuse a package. They read what
 * is written out in the file, as n8n's do.
 */
export const newestRules = {
	'known-categories': knownCategories,
	'one-credential-at-a-time': oneCredentialAtATime,
};

/** The fields for whose values an entry is shown, with those values. */
function shownFor(entry: ObjectExpression): Map<string, unknown[]> {
	const options = objectIn(entry, 'displayOptions');
	const show = options === undefined ? undefined : objectIn(options, 'show');
	const lists = (show?.properties ?? []).flatMap((each) =>
		each.type === 'Property' && each.value.type === 'ArrayExpression'
			? [[nameOf(each), valuesIn(each.value)] as const]
			: [],
	);
	return new Map(
		lists.flatMap(([name, values]) =>
			name === undefined || values.includes(undefined) ? [] : [[name, values]],
		),
	);
}

const neverBoth = (one: Map<string, unknown[]>, other: Map<string, unknown[]>): boolean =>
	[...one].some(
		([field, values]) => other.get(field)?.every((value) => !values.includes(value)) ?? false,
	);

/** What a list holds; undefined for whatever is not written out. */
const valuesIn = ({ elements }: ArrayExpression): unknown[] =>
	elements.map((element) => (element?.type === 'Literal' ? element.value : undefined));

function valueIn(object: ObjectExpression, name: string): Node | undefined {
	return object.properties.flatMap((each) =>
		each.type === 'Property' && nameOf(each) === name ? [each.value] : [],
	)[0];
}

function arrayIn(object: ObjectExpression, name: string): ArrayExpression | undefined {
	const value = valueIn(object, name);
	return value?.type === 'ArrayExpression' ? value : undefined;
}

function objectIn(object: ObjectExpression, name: string): ObjectExpression | undefined {
	const value = valueIn(object, name);
	return value?.type === 'ObjectExpression' ? value : undefined;
}

function nameOf({ key }: Property): string | undefined {
	if (key.type === 'Identifier') return key.name;
	return key.type === 'Literal' && typeof key.value === 'string' ? key.value : undefined;
}
