import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeType } from 'n8n-workflow';
import { ROOT } from '../../host/paths';

/*
 * What n8n's own repository refuses of a node, and its plugin for ESLint on npm does not look at yet.
 */

/** The categories of n8n's list of nodes that fit; an older name of one is none. */
const CATEGORIES = ['AI', 'Communication', 'Marketing & Content', 'Miscellaneous', 'Utility'];
/** Where a node can stand among n8n's AI nodes; most of its own places are for other kinds of nodes. */
const AI_SUBCATEGORIES = ['Agents', 'Language Models', 'Miscellaneous', 'Root Nodes', 'Tools'];

const { n8n } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
	n8n: { nodes: string[] };
};
const files = n8n.nodes.map((file) => path.join(ROOT, file.replace(/^dist\/(.*)\.js$/, '$1')));

describe.each(files.map((file) => [path.basename(file), file]))('%s', (_, file) => {
	test('a category is one of those that n8n has, and AI says where among its nodes', () => {
		const { categories, subcategories = {} } = JSON.parse(readFileSync(`${file}.json`, 'utf8')) as {
			categories: string[];
			subcategories?: Record<string, string[]>;
		};
		expect(categories.length).toBeGreaterThan(0);
		expect(CATEGORIES).toEqual(expect.arrayContaining(categories));
		const ofAi = subcategories['AI'] ?? [];
		expect(AI_SUBCATEGORIES).toEqual(expect.arrayContaining(ofAi));
		expect(ofAi.length > 0).toBe(categories.includes('AI'));
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
