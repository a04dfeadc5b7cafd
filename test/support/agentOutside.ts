import { randomUUID } from 'node:crypto';
import type { agentModel, ToolCall } from './agentModel';
import type { RealN8n } from './realN8n';
import { NODE_TYPE } from './workflowFiles';

/** An Agent of n8n's own, which runs its tools outside a workflow. */
export interface OutsideAgent {
	/** Has the Agent's model make these calls side by side, and gives what it read of each. @throws Error as the Agent fails */
	call(...calls: ToolCall[]): Promise<string[]>;
}

/**
 * Makes an Agent whose tools are the node with these parameters, by the REST calls of n8n's editor.
 * @param model where OpenAI's API is, and what answers there
 */
export async function outsideAgent(
	{ client, credentials }: RealN8n,
	model: { url: string; of: ReturnType<typeof agentModel> },
	tools: Record<string, object>,
	more: object[] = [],
): Promise<OutsideAgent> {
	const { id: projectId } = await client.http.rest<{ id: string }>('GET', '/projects/personal');
	const { id: credential } = await client.createCredential('openAiApi', `Model ${randomUUID()}`, {
		apiKey: 'of-no-use',
		url: model.url,
	});
	const agents = `/projects/${projectId}/agents/v2`;
	const { id } = await client.http.rest<{ id: string }>('POST', agents, {
		body: { name: `Artist ${randomUUID()}` },
	});
	const agent = `${agents}/${id}`;
	const { configHash } = await client.http.rest<{ configHash: string }>('GET', `${agent}/config`);
	const config = {
		name: 'Artist',
		model: 'openai/gpt-4o',
		credential,
		instructions: 'Do what you are asked.',
		tools: [
			...Object.entries(tools).map(([name, nodeParameters]) => ({
				type: 'node',
				name,
				description: name,
				node: {
					nodeType: `${NODE_TYPE}Tool`,
					nodeTypeVersion: 1,
					nodeParameters,
					credentials,
				},
			})),
			...more,
		],
	};
	await client.http.rest('PUT', `${agent}/config`, {
		body: { config, baseConfigHash: configHash },
	});
	const sessionId = randomUUID();
	return {
		async call(...calls) {
			model.of.rounds = [calls];
			const message = 'Go on';
			const { data } = await client.http.call('POST', `/rest${agent}/chat`, {
				body: { message, messageId: randomUUID(), sessionId, threadId: sessionId },
			});
			if (String(data).includes('"type":"error"')) throw new Error(String(data));
			return model.of.read(calls.length);
		},
	};
}
