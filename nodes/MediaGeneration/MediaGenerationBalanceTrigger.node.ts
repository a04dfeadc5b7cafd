import { NodeConnectionTypes, type INodeExecutionData, type INodeType, type INodeTypeDescription, type IPollFunctions } from 'n8n-workflow';
import { lowBalance } from './trigger/lowBalance';

const main = [NodeConnectionTypes.Main];

export class MediaGenerationBalanceTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Media Generation Balance Trigger',
		name: 'mediaGenerationBalanceTrigger',
		icon: { light: 'file:../../icons/media-generation.svg', dark: 'file:../../icons/media-generation.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ "under $" + $parameter["amount"] }}',
		description: 'Starts the workflow when the balance falls under an amount',
		defaults: { name: 'Media Generation Balance Trigger' },
		polling: true,
		inputs: [],
		outputs: main,
		credentials: [{ name: 'mediaGenerationApi', required: true }],
		properties: [
			{
				displayName: 'Amount (USD)',
				name: 'amount',
				type: 'number',
				typeOptions: { minValue: 0, numberPrecision: 9 },
				default: 10,
				required: true,
				description: 'Starts the workflow once when the available balance falls under this many US dollars, and again only after it has been higher. The API key needs the scope billing:read.',
			},
		],
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const balance = await lowBalance(this);
		return balance ? [[{ json: balance }]] : null;
	}
}
