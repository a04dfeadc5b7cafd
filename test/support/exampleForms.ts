import type {
	ILoadOptionsFunctions,
	INodeParameters,
	ResourceMapperField,
	ResourceMapperValue,
} from 'n8n-workflow';
import type { WorkflowFile } from '../../host/client/workflows';
import { getModelParameters } from '../../nodes/MediaGeneration/editor/lists/models';

const TYPE = /^n8n-nodes-media-generation\.mediaGeneration(Tool)?$/;

/** Where a model has a form; Get Job and Get Balance have none. */
const formed = ({ resource, operation, specifyParameters }: INodeParameters) =>
	specifyParameters !== 'json' &&
	(operation === 'estimateCost' ||
		((resource === 'image' || resource === 'video') && operation !== 'getJob'));

/** The example with the form of each of its models as the editor saves it today; it marks any other as stale. */
export async function withForms(example: WorkflowFile): Promise<WorkflowFile> {
	const nodes = example.nodes.map(async (node) =>
		TYPE.test(node.type) && formed(node.parameters)
			? { ...node, parameters: await withForm(node.parameters) }
			: node,
	);
	return { ...example, nodes: await Promise.all(nodes) };
}

async function withForm(parameters: INodeParameters): Promise<INodeParameters> {
	const schema = await fieldsOf(parameters);
	const saved = parameters.parameters as Partial<ResourceMapperValue> | undefined;
	const form = {
		mappingMode: 'defineBelow',
		value: saved?.value ?? defaultsOf(schema),
		matchingColumns: [],
		schema,
		attemptToConvertTypes: false,
		convertFieldsToString: false,
	};
	return { ...parameters, parameters: form } as unknown as INodeParameters;
}

/** What the editor is given for the node, and what of it survives in a file. */
async function fieldsOf(parameters: INodeParameters): Promise<ResourceMapperField[]> {
	const model = (parameters.model as { value?: string } | undefined)?.value;
	const context = {
		getCurrentNodeParameter: (name: string) => (name === 'model' ? model : parameters[name]),
	} as unknown as ILoadOptionsFunctions;
	const { fields } = await getModelParameters.call(context);
	return JSON.parse(JSON.stringify(fields)) as ResourceMapperField[];
}

/** What the editor puts into a form that nobody has touched. */
function defaultsOf(schema: ResourceMapperField[]): Record<string, unknown> {
	return Object.fromEntries(
		schema
			.filter(({ defaultValue }) => defaultValue !== null)
			.map(({ id, defaultValue }) => [id, defaultValue]),
	);
}
