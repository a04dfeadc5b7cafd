import { NodeConnectionTypes, type IExecuteFunctions, type INodeExecutionData, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { describeResources } from './core/describe';
import { runOperation } from './core/run';
import { getModelParameters } from './methods/getModelParameters';
import { searchModels } from './methods/searchModels';
import { resources } from './resources';

const main = [NodeConnectionTypes.Main];

export class MediaGeneration implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Media Generation',
		name: 'mediaGeneration',
		icon: { light: 'file:../../icons/media-generation.svg', dark: 'file:../../icons/media-generation.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Generate and edit pictures, and see what it costs',
		defaults: { name: 'Media Generation' },
		usableAsTool: true,
		inputs: main,
		outputs: main,
		credentials: [{ name: 'mediaGenerationApi', required: true }],
		properties: describeResources(resources),
	};

	methods = {
		listSearch: { searchModels },
		resourceMapping: { getModelParameters },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await runOperation(this, resources)];
	}
}
