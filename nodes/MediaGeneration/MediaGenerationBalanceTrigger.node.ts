import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { testApiKey } from './editor/credentialTest';
import { lowBalance } from './trigger/lowBalance';
import { balanceListeningPanel } from './trigger/steps';
import codex from './MediaGenerationBalanceTrigger.node.json';

const main = [NodeConnectionTypes.Main];

export class MediaGenerationBalanceTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Media Generation Balance Trigger',
		name: 'mediaGenerationBalanceTrigger',
		icon: {
			light: 'file:../../icons/media-generation-balance-trigger.svg',
			dark: 'file:../../icons/media-generation-balance-trigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ "below $" + $parameter["amount"] }}',
		description: 'Starts the workflow when the balance falls below an amount',
		defaults: { name: 'Media Generation Balance Trigger' },
		codex,
		polling: true,
		triggerPanel: balanceListeningPanel,
		inputs: [],
		outputs: main,
		credentials: [{ name: 'mediaGenerationApi', required: true, testedBy: 'testApiKey' }],
		properties: [
			{
				displayName: 'Amount (USD)',
				name: 'amount',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 10,
				required: true,
				description: 'The workflow starts when the available balance falls below this amount',
				hint: 'Starts once, and not again until the balance has risen to the amount again. The API key needs the scope billing:read.',
			},
		],
	};

	methods = { credentialTest: { testApiKey } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const balance = await lowBalance(this);
		return balance ? [[{ json: balance }]] : null;
	}
}
