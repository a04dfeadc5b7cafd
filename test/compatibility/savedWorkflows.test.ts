import { readdirSync } from 'node:fs';
import path from 'node:path';
import { NodeHelpers, type INode, type INodeParameters, type INodeType } from 'n8n-workflow';
import { withCredentialIds } from '../../host/client/workflows';
import { ROOT } from '../../host/paths';
import { API_CREDENTIAL, readExamples, SESSION_CREDENTIAL } from '../../host/provision';
import { SAVED_WORKFLOWS } from '../../tools/release';
import { LmChatMediaGeneration } from '../../nodes/MediaGeneration/LmChatMediaGeneration.node';
import { MediaGeneration } from '../../nodes/MediaGeneration/MediaGeneration.node';
import { MediaGenerationBalanceTrigger } from '../../nodes/MediaGeneration/MediaGenerationBalanceTrigger.node';
import { MediaGenerationTrigger } from '../../nodes/MediaGeneration/MediaGenerationTrigger.node';
import { runNode } from '../support/engine';
import { useSandbox } from '../support/sandbox';
import { PACKAGE } from '../support/workflowFiles';

const mediaGeneration = new MediaGeneration();
const types: Record<string, INodeType> = {
	mediaGeneration,
	mediaGenerationTool: {
		...mediaGeneration,
		description: { ...mediaGeneration.description, name: 'mediaGenerationTool' },
	},
	mediaGenerationTrigger: new MediaGenerationTrigger(),
	mediaGenerationBalanceTrigger: new MediaGenerationBalanceTrigger(),
	lmChatMediaGeneration: new LmChatMediaGeneration(),
};
/** What n8n adds to a node of itself: to a tool, to a trigger that polls. */
const OF_N8N = ['descriptionType', 'toolDescription', 'pollTimes'];

const folder = path.join(ROOT, SAVED_WORKFLOWS);
const saved = readdirSync(folder).flatMap((version) =>
	readExamples(path.join(folder, version)).map(
		(workflow) => [version, workflow.name, workflow] as const,
	),
);
const ours = (nodes: readonly Omit<INode, 'credentials'>[]) =>
	nodes.filter(({ type }) => type.startsWith(`${PACKAGE}.`));
const typeOf = ({ type }: Pick<INode, 'type'>) => types[type.slice(PACKAGE.length + 1)];

const sandbox = useSandbox();
const known = [API_CREDENTIAL, SESSION_CREDENTIAL].map((credential, index) => ({
	...credential,
	id: String(index),
}));

describe.each(saved)('saved by version %s, "%s"', (version, _, workflow) => {
	test('is imported: its node types, their versions and its credentials are there', () => {
		for (const node of ours(workflow.nodes))
			expect([typeOf(node)?.description.version].flat()).toContain(node.typeVersion);
		expect(() => withCredentialIds(workflow, known)).not.toThrow();
	});

	test('opens with every parameter that it was saved with', () => {
		for (const node of ours(workflow.nodes)) {
			const description = typeOf(node)?.description;
			if (description === undefined) throw new Error(`no node type ${node.type}`);
			const parameters = Object.fromEntries(
				Object.entries(node.parameters).filter(([name]) => !OF_N8N.includes(name)),
			) as INodeParameters;
			const opened = NodeHelpers.getNodeParameters(
				description.properties,
				parameters,
				true,
				false,
				node as INode,
				description,
			);
			expect({ version, node: node.name, opened }).toMatchObject({
				version,
				node: node.name,
				opened: parameters,
			});
		}
	});
});

test.each(
	saved.filter(([, name]) =>
		['Generate an image', 'What it would cost, and what is left'].includes(name),
	),
)('saved by version %s, "%s" still does what it did', async (_, __, workflow) => {
	for (const { parameters } of ours(workflow.nodes)) {
		const { items, error } = await runNode({ parameters, credentials: sandbox.credentials() });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		if (
			parameters.operation === 'generate' &&
			!(parameters.options as { dryRun?: boolean } | undefined)?.dryRun
		)
			expect(items[0]?.json).toMatchObject({ status: 'completed' });
	}
});
