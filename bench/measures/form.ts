import { median, type Measure } from '../figure';
import type { Credentials, Stage } from '../stage';
import { offered, type OfferRequest } from '../../test/support/offered';
import { modelId } from '../../test/support/sandbox';
import { NODE_TYPE } from '../../test/support/workflowFiles';

const OURS = { name: NODE_TYPE, version: 1 };
const OPENAI = { name: '@n8n/n8n-nodes-langchain.openAi', version: 2 };

/** What opening a node costs the second time: the model list and the chosen model's form, beside the model list of n8n's OpenAI node. */
export const form = ({ client, credentials, runs }: Stage): Measure => ({
	keys: ['form.ms'],
	run: async () => {
		const ours = request(OURS, credentials.ours, {
			resource: 'image',
			operation: 'generate',
			model: modelId('model-dev'),
			parameters: { mappingMode: 'defineBelow', value: {} },
		});
		const theirs = request(OPENAI, credentials.chat, {
			resource: 'text',
			operation: 'response',
			modelId: modelId('gpt-1'),
		});
		const opened = async () => {
			const from = performance.now();
			await offered(client, 'resource-locator-results', {
				...ours,
				methodName: 'searchModels',
				path: 'parameters.model',
			});
			await offered(client, 'resource-mapper-fields', {
				...ours,
				methodName: 'getModelParameters',
				path: 'parameters.parameters',
			});
			return performance.now() - from;
		};
		const listed = async () => {
			const from = performance.now();
			await offered(client, 'resource-locator-results', {
				...theirs,
				methodName: 'modelSearch',
				path: 'parameters.modelId',
			});
			return performance.now() - from;
		};
		const took = { ours: [await opened()].slice(1), theirs: [await listed()].slice(1) };
		for (let run = 0; run < 4 * runs; run++) {
			took.ours.push(await opened());
			took.theirs.push(await listed());
		}
		return [
			{
				key: 'form.ms',
				what: 'model list and form, once loaded, beside the model list of n8n’s OpenAI node',
				value: median(took.ours) / median(took.theirs),
				goal: 1,
				from: { 'ours ms': median(took.ours), 'OpenAI ms': median(took.theirs) },
			},
		];
	},
});

const request = (
	nodeTypeAndVersion: { name: string; version: number },
	credentials: Credentials,
	currentNodeParameters: object,
) =>
	({
		nodeTypeAndVersion,
		credentials,
		currentNodeParameters,
	}) as unknown as OfferRequest;
