import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeType } from 'n8n-workflow';
import { PACKAGE_NAME } from '../../../host/paths';
import { LmChatMediaGeneration } from '../../../nodes/MediaGeneration/LmChatMediaGeneration.node';
import { MediaGeneration } from '../../../nodes/MediaGeneration/MediaGeneration.node';
import { MediaGenerationBalanceTrigger } from '../../../nodes/MediaGeneration/MediaGenerationBalanceTrigger.node';
import { MediaGenerationTrigger } from '../../../nodes/MediaGeneration/MediaGenerationTrigger.node';
import { plainWords } from '../../support/plainWords';

const folder = path.join(__dirname, '../../../nodes/MediaGeneration');
const nodes: Array<new () => INodeType> = [
	MediaGeneration,
	MediaGenerationTrigger,
	MediaGenerationBalanceTrigger,
	LmChatMediaGeneration,
];
const codexOf = (name: string) =>
	JSON.parse(readFileSync(path.join(folder, `${name}.node.json`), 'utf8')) as {
		node: string;
		alias: string[];
	};
const aliasesOf = (name: string) => codexOf(name).alias;

test('each node has icons of its own, for light and dark, that stand alone', () => {
	const icons = nodes.flatMap((Node) =>
		Object.values(new Node().description.icon as { light: string; dark: string }),
	);
	expect(new Set(icons).size).toBe(2 * nodes.length);
	for (const icon of icons) {
		const file = path.join(folder, icon.replace(/^file:/, ''));
		expect(existsSync(file)).toBe(true);
		const svg = readFileSync(file, 'utf8');
		expect(svg).toContain('viewBox="0 0 60 60"');
		expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|href|url\(/);
	}
});

test('a node’s description carries its codex file, by which the panel finds nodes of packages that are not installed', () => {
	for (const Node of nodes) {
		const { name, codex } = new Node().description;
		const file = codexOf(Node.name);
		expect(codex).toEqual(file);
		expect(file.node).toBe(`${PACKAGE_NAME}.${name}`);
	}
});

test('the words by which the panel finds a node are lower case and said once', () => {
	for (const { name } of nodes) {
		const aliases = aliasesOf(name);
		expect(aliases).toEqual([...new Set(aliases.map((alias) => alias.toLowerCase().trim()))]);
	}
});

/** What n8n's editor searches the panel with. */
interface PanelSearch {
	sublimeSearch<T extends object>(words: string, data: readonly T[]): Array<{ item: T }>;
}
const { sublimeSearch } = jest.requireActual<PanelSearch>('@n8n/utils/search/sublime-search');

/** The nodes that n8n's panel offers for some words, by its own search over names and aliases. */
const foundBy = (words: string) =>
	sublimeSearch(
		words,
		nodes.map((Node) => ({ properties: new Node().description })),
	).map(({ item }) => item.properties.name);

test.each([
	...plainWords.map((words) => [words, 'mediaGeneration'] as const),
	['low balance', 'mediaGenerationBalanceTrigger'] as const,
	...['llm', 'chat model', 'gpt', 'openai compatible'].map(
		(words) => [words, 'lmChatMediaGeneration'] as const,
	),
])('"%s" finds %s', (words, name) => {
	expect(foundBy(words)).toContain(name);
});
