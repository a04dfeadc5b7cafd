import type { INodeExecutionData } from 'n8n-workflow';
import { catalog } from '../../../../contract/catalog';
import { defineOperation } from '../../run/operation';
import { kindField } from '../../editor/fields/kinds';
import { listFields, readLimit } from '../../editor/fields/list';
import { simplifyFields, readSimplify } from '../../editor/fields/simplify';
import { choiceField } from '../../editor/input/field';
import { joinModels } from '../../editor/models/join';
import { listModels } from '../../editor/models/listed';
import { modelFields } from './modelFields';

const ofKind = kindField(
	'What the models make',
	'all',
	{ name: 'All', value: 'all' },
	{ name: 'Chat', value: 'chat' },
);

const statusField = choiceField({
	displayName: 'Status',
	name: 'status',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'All', value: 'all' },
		{ name: 'Deprecated', value: 'Deprecated' },
		{ name: 'Live', value: 'Live' },
	],
	default: 'Live',
	description: 'Whether the models can still be used',
});

/** The fields that come out simplified. */
const ESSENTIAL = [
	'id',
	'kind',
	'type',
	'status',
	'price',
	'eta_seconds',
	'required',
	'parameters',
	'note',
];

/** Model > Get Many: the catalog joined with "List models" of the API document. */
export const getManyModels = defineOperation({
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many models',
	description: 'List the models with what they make, what they cost and how long they take',
	forAgents:
		'Lists the models with what they make, what they cost in US dollars, how many seconds they take, and their required and optional parameters with the allowed values. Costs nothing. Use it to choose a model.',
	fields: [ofKind.property, statusField.property, ...listFields, ...simplifyFields],
	read: (input, { isTool }) => ({
		kind: input.parameter(ofKind),
		status: input.parameter(statusField),
		limit: readLimit(input),
		simplified: readSimplify(input, isTool, ESSENTIAL),
	}),
	perform: async (run, { kind, status, limit, simplified }) => {
		const listed = await listModels(run);
		return joinModels([...catalog], listed)
			.filter((model) => kind === 'all' || model.kind === kind)
			.filter((model) => status === 'all' || model.status === status)
			.slice(0, limit)
			.map((model): INodeExecutionData => ({
				json: simplified(modelFields(model)),
				pairedItem: { item: run.itemIndex },
			}));
	},
});
