import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeType } from 'n8n-workflow';
import { ROOT } from '../../host/paths';

/*
 * What n8n's own repository refuses of a node, and its plugin for ESLint on npm does not look at yet.
 */

/** The categories of n8n's list of nodes that fit; an older name of one is none. */
const CATEGORIES = ['Communication', 'Marketing & Content', 'Miscellaneous', 'Utility'];
/** n8n keeps the category AI, and places within a category, for nodes that are made with its SDK for AI nodes. */
const OF_AI = new Map([
	[
		'LmChatMediaGeneration.node',
		{ AI: ['Language Models', 'Root Nodes'], 'Language Models': ['Chat Models (Recommended)'] },
	],
]);

const { n8n } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
	n8n: { nodes: string[] };
};
const files = n8n.nodes.map((file) => path.join(ROOT, file.replace(/^dist\/(.*)\.js$/, '$1')));

describe.each(files.map((file) => [path.basename(file), file]))('%s', (_, file) => {
	test('its categories are those that n8n leaves to it', () => {
		const { categories, subcategories } = JSON.parse(readFileSync(`${file}.json`, 'utf8')) as {
			categories: string[];
			subcategories?: Record<string, string[]>;
		};
		const ofAi = OF_AI.get(path.basename(file));
		expect(subcategories).toEqual(ofAi);
		if (ofAi) return expect(categories).toEqual(['AI']);
		expect(categories.length).toBeGreaterThan(0);
		expect(CATEGORIES).toEqual(expect.arrayContaining(categories));
	});

	test('of its credentials only one can be asked for at a time: each two are shown for other values of one field', () => {
		const exported = jest.requireActual<Record<string, new () => INodeType>>(`${file}.ts`);
		const [Node] = Object.values(exported);
		const shown = (new Node!().description.credentials ?? []).map(
			({ displayOptions }) => displayOptions?.show ?? {},
		);
		for (const [index, one] of shown.entries()) {
			for (const other of shown.slice(index + 1)) {
				const apart = Object.entries(one).some(
					([field, values]) => other[field]?.every((value) => !values?.includes(value)) ?? false,
				);
				expect([one, other, apart]).toEqual([one, other, true]);
			}
		}
	});
});
