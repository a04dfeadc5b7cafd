import type { INode } from 'n8n-workflow';
import { nodeOf } from '../../../../nodes/MediaGeneration/n8n/node';
import { isTool } from '../../../../nodes/MediaGeneration/n8n/tool';

const contextOf = (type: string) => ({ getNode: jest.fn(() => ({ type }) as INode) });

test.each([
	['n8n-nodes-media-generation.mediaGenerationTool', true],
	['n8n-nodes-media-generation.mediaGeneration', false],
	['n8n-nodes-Tool.mediaGeneration', false],
])('%s is a tool: %p', (type, expected) => {
	expect(isTool(contextOf(type))).toBe(expected);
});

test('n8n is asked for the node once for each run', () => {
	const [first, second] = [contextOf('a'), contextOf('b')];
	expect(nodeOf(first)).toBe(nodeOf(first));
	expect(nodeOf(second).type).toBe('b');
	expect(nodeOf(first).type).toBe('a');
	expect(first.getNode).toHaveBeenCalledTimes(1);
});
