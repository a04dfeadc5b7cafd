import { isTool } from '../../../../nodes/MediaGeneration/n8n/tool';

test.each([
	['n8n-nodes-media-generation.mediaGenerationTool', true],
	['n8n-nodes-media-generation.mediaGeneration', false],
	['n8n-nodes-Tool.mediaGeneration', false],
])('%s is a tool: %p', (type, expected) => {
	expect(isTool({ type })).toBe(expected);
});
