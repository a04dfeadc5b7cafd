import type { INodeProperties, NodeHint } from 'n8n-workflow';
import { catalog } from '../../../contract/catalog';
import { priceLabel } from '../../../contract/catalog/price';
import { ceiling } from '../editor/fields/runOptions';
import { propertiesOf } from '../editor/input/field';
import { optionLabels } from '../failures/labels';
import { shownAsToolOnly } from '../n8n/tool';
import type { Operation, Resource } from '../run/operation';

/**
 * The node's properties: pickers of resource and operation, and the fields of all operations, each shown for its own. The first
 * resource and operation are the default.
 */
export function describeResources(resources: Resource[]): INodeProperties[] {
	return [
		...toolDescription,
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ name, value }) => ({ name, value })),
			default: firstOf(resources),
		},
		...resources.map(operationPicker),
		...mergedFields(resources),
	];
}

const firstOf = ([first]: ReadonlyArray<{ value: string }>) => first?.value ?? '';

const toolDescription: INodeProperties[] = [
	{
		displayName: 'Tool Description',
		name: 'descriptionType',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Set Automatically',
				value: 'operation',
				description: 'Tells the agent what the chosen operation does, needs and returns',
			},
			{
				name: 'Set Manually',
				value: 'manual',
				description: 'Tells the agent what you write below',
			},
		],
		default: 'operation',
		displayOptions: shownAsToolOnly,
	},
	descriptionField('manual', {
		type: 'string',
		required: true,
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. Draws an image for a blog post and returns its URL',
		description:
			'What the tool does, what it needs and what it returns. The agent uses this text to decide when to call the tool.',
	}),
];

/** The parameter in which n8n looks for a tool's description. */
function descriptionField(
	way: 'manual' | 'operation',
	property: Pick<INodeProperties, 'type' | 'default'> & Partial<INodeProperties>,
): INodeProperties {
	return {
		displayName: 'Description',
		name: 'toolDescription',
		...property,
		displayOptions: { show: { ...shownAsToolOnly.show, descriptionType: [way] } },
	};
}

const operationPicker = ({ value: resource, operations }: Resource): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: [resource] } },
	options: operations.map(({ value, name, action, description, builderHint }) => ({
		name,
		value,
		action,
		description,
		...(builderHint !== undefined && { builderHint: { propertyHint: builderHint } }),
	})),
	default: firstOf(operations),
});

/** The fields of an operation, with the ceiling before the Options where it costs money. */
function fieldsOf({ forAgents, guarded, fields, paid }: Operation): INodeProperties[] {
	const own = propertiesOf(fields);
	const isOptions = ({ name }: INodeProperties) => name === 'options';
	return [
		// Its single option makes the editor drop the text of another operation.
		descriptionField('operation', {
			type: 'hidden',
			options: [{ name: 'Set Automatically', value: forAgents }],
			default: forAgents,
		}),
		...(guarded === undefined ? [] : [permissionField(guarded)]),
		...own.filter((field) => !isOptions(field)),
		...(paid?.priceToReserve ? [ceiling.property] : []),
		...own.filter(isOptions),
	];
}

const permissionField = (risk: string): INodeProperties => ({
	displayName: 'Allow the Agent to Do This',
	name: 'allowAsTool',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	displayOptions: shownAsToolOnly,
	description: ['Whether an agent may do this on its own.', risk].join(' '),
});

interface Place {
	resource: string;
	operation: string;
}

interface MergedField {
	field: INodeProperties;
	text: string;
	places: Place[];
}

/** The fields of all operations. A field that several share is listed once, if the order of their fields allows. */
function mergedFields(resources: Resource[]): INodeProperties[] {
	const all = resources.flatMap(({ value, operations }) =>
		operations.map((operation) => ({
			resource: value,
			operation: operation.value,
			fields: fieldsOf(operation),
		})),
	);
	const shared: MergedField[] = [];
	for (const { fields, ...place } of all) {
		let end = shared.length;
		for (const field of fields.reverse()) {
			const text = JSON.stringify(field);
			const same = shared
				.slice(0, end)
				.findLastIndex((other) => other.text === text && canBeShown([...other.places, place], all));
			shared[same]?.places.push(place);
			if (same >= 0) end = same;
			else shared.splice(end, 0, { field, text, places: [place] });
		}
	}
	return shared.map(({ field, places }) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: { ...shownFor(places), ...field.displayOptions?.show },
		},
	}));
}

/** n8n combines each of the resources with each of the operations. */
const shownFor = (places: Place[]) => ({
	resource: [...new Set(places.map(({ resource }) => resource))],
	operation: [...new Set(places.map(({ operation }) => operation))],
});

/** Whether n8n can show a field for exactly these operations. */
function canBeShown(places: Place[], all: Place[]): boolean {
	const { resource, operation } = shownFor(places);
	const shown = all.filter(
		(place) => resource.includes(place.resource) && operation.includes(place.operation),
	);
	return shown.length === places.length;
}

/**
 * What n8n shows under the node's name: the model that makes something with its price, unless endpoints price it differently,
 * or else what the node does.
 */
export function modelSubtitle(resources: readonly Resource[]): string {
	const lines = catalog.map((model) => ({
		id: model.id,
		line: `${model.id} · ${priceLabel(model, true)}`,
	}));
	const priced = lines
		.filter(({ id, line }) => lines.every((other) => other.id !== id || other.line === line))
		.map(({ id, line }) => [id, line] as const);
	const actions = resources.flatMap(({ value, operations }) =>
		operations.map((operation) => [`${value}:${operation.value}`, operation.action] as const),
	);
	const named = (entries: ReadonlyArray<readonly [string, string]>) =>
		`(${JSON.stringify(Object.fromEntries(entries))})`;
	return `={{ (["image", "video"].includes($parameter["resource"]) && ${named(priced)}[$parameter["model"]]) || ${named(actions)}[$parameter["resource"] + ":" + $parameter["operation"]] }}`;
}

/** What the chosen model costs at least, in US dollars, as the line of the list says it; n8n's own way to a locator gives its ID alone. */
const PRICE =
	'Number(/\\$([\\d.]+)/.exec($parameter.toJSON().model?.cachedResultName || "")?.[1] ?? 0)';
const LEAST = `(${PRICE} * $input.all().length * ($parameter.options?.variants ?? 1))`;
/** US dollars; a hint of n8n is a fixed text. */
const STEPS = [1, 10, 100];

/** Says before a run without a limit what it costs at least, once n8n knows the items. */
export const priceHints: NodeHint[] = STEPS.map((step, index) => ({
	message: `This will cost $${step} or more. Options > ${optionLabels.dryRun} shows the sum; ${optionLabels.maxCost} sets a limit.`,
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: `={{ ["image", "video"].includes($parameter.resource) && !$parameter.options?.dryRun && $parameter.options?.maxCost === undefined && ${LEAST} >= ${step} && ${LEAST} < ${STEPS[index + 1] ?? 1e9} }}`,
}));
