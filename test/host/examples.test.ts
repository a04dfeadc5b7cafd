import path from 'node:path';
import { ROOT } from '../../host/paths';
import { FIRST_EXAMPLE, inOrderOfImport, readExamples } from '../../host/provision';
import { withForms } from '../support/exampleForms';

const examples = readExamples(path.join(ROOT, 'examples'));

describe.each(examples.map((example) => [example.name, example] as const))(
	'the example "%s"',
	(name, example) => {
		const notes = example.nodes
			.filter(({ type }) => type === 'n8n-nodes-base.stickyNote')
			.map(({ parameters }) => String(parameters.content));

		it('has a note: what to press, what to look at, what it costs', () => {
			expect(notes).toHaveLength(1);
			expect(notes[0]).toMatch(new RegExp(`^## ${name}\n`));
			expect(notes[0]).toMatch(/\b(press|publish)\b/i);
			expect(notes[0]).toMatch(/\b(look at|open|shows|appears)\b/i);
			expect(notes[0]).toMatch(/\$\d|costs nothing|fraction of a cent/);
		});

		it('needs no code, and speaks of images', () => {
			expect(example.nodes.filter(({ type }) => type === 'n8n-nodes-base.code')).toEqual([]);
			expect(JSON.stringify(example)).not.toMatch(/picture/i);
		});

		it('opens without a mark that its form is stale (else: npx tsx test/support/writeExampleForms.ts)', async () => {
			expect(await withForms(example)).toEqual(example);
		});

		it('has nodes of different names and ids, and connections between nodes that it has', () => {
			const names = example.nodes.map((node) => node.name);
			expect(new Set(names).size).toBe(names.length);
			expect(new Set(example.nodes.map(({ id }) => id)).size).toBe(names.length);
			const targets = Object.values(example.connections).flatMap((byType) =>
				Object.values(byType).flatMap((outputs) => outputs.flatMap((output) => output ?? [])),
			);
			expect(names).toEqual(
				expect.arrayContaining([
					...Object.keys(example.connections),
					...targets.map(({ node }) => node),
				]),
			);
		});
	},
);

test('the example to try first is imported last, so that n8n lists it on top', () => {
	const order = inOrderOfImport(examples).map(({ name }) => name);
	expect(order.at(-1)).toBe(FIRST_EXAMPLE);
	expect([...order].sort()).toEqual(examples.map(({ name }) => name).sort());
});
