import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyMode,
	INodePropertyOptions,
	NodeParameterValueType,
} from 'n8n-workflow';
import { MediaGenerationApi } from '../../credentials/MediaGenerationApi.credentials';
import { MediaGenerationSessionApi } from '../../credentials/MediaGenerationSessionApi.credentials';
import { ROOT } from '../../host/paths';
import { LmChatMediaGeneration } from '../../nodes/MediaGeneration/LmChatMediaGeneration.node';
import { MediaGeneration } from '../../nodes/MediaGeneration/MediaGeneration.node';
import { MediaGenerationBalanceTrigger } from '../../nodes/MediaGeneration/MediaGenerationBalanceTrigger.node';
import { MediaGenerationTrigger } from '../../nodes/MediaGeneration/MediaGenerationTrigger.node';

/** Everything that has a form in the editor. */
export const forms: ReadonlyArray<{
	name: string;
	displayName: string;
	properties: INodeProperties[];
}> = [
	...[
		new MediaGeneration(),
		new MediaGenerationTrigger(),
		new MediaGenerationBalanceTrigger(),
		new LmChatMediaGeneration(),
	].map(({ description }) => description),
	new MediaGenerationApi(),
	new MediaGenerationSessionApi(),
];

type Entry = INodeProperties | INodePropertyOptions | INodePropertyCollection | INodePropertyMode;

const within = (entry: Entry): Entry[] => [
	...('modes' in entry ? (entry.modes ?? []) : []),
	...('options' in entry ? (entry.options ?? []) : []),
	...('values' in entry ? entry.values : []),
];

/** Every field, way to fill one in, choice and group of a form, the outer ones first. */
export const entriesOf = (properties: readonly Entry[]): Entry[] =>
	properties.flatMap((entry) => [entry, ...entriesOf(within(entry))]);

/** What a workflow that somebody has saved depends on, of one parameter. */
interface Parameter {
	type: string;
	/** What it is where the workflow does not hold it. */
	default: NodeParameterValueType;
	/** Whether the editor asks for it. */
	required?: true;
	/** Whether it is a list of its type. */
	several?: true;
	/** What can be chosen. */
	values?: unknown[];
	/** The smallest and the largest number. */
	bounds?: unknown[];
	/** The ways in which it can be given. */
	modes?: unknown[];
	/** Whether n8n takes it as it stands, also where it looks like an expression. */
	fixed?: true;
	/** Where it is shown, and so kept by n8n. */
	shown?: unknown;
}

/** A chosen model without what the list calls it, which is only shown and tells the price of the day. */
const withoutLabel = (value: NodeParameterValueType): NodeParameterValueType =>
	typeof value === 'object' && value !== null && 'cachedResultName' in value
		? { ...value, cachedResultName: undefined }
		: value;

/** All parameters of a form by their path, in each of their shapes. */
function parametersOf(
	properties: readonly INodeProperties[],
	above: string[] = [],
): Array<[string, Parameter]> {
	return properties.flatMap((property) => {
		const {
			name,
			type,
			default: otherwise,
			required,
			typeOptions = {},
			displayOptions,
			modes,
			noDataExpression,
			options = [],
		} = property;
		const { minValue = null, maxValue = null, multipleValues } = typeOptions;
		const values = options.flatMap((option) => ('value' in option ? [option.value] : []));
		const own: Parameter = {
			type,
			default: withoutLabel(otherwise),
			...(required && { required }),
			...(multipleValues && { several: true }),
			...(values.length > 0 && { values }),
			...((minValue ?? maxValue) !== null && { bounds: [minValue, maxValue] }),
			...(modes && { modes: modes.map((mode) => `${mode.name}: ${mode.type}`) }),
			...(noDataExpression && { fixed: true }),
			...(displayOptions && { shown: displayOptions }),
		};
		const inner = options.flatMap((option) =>
			'values' in option ? option.values : 'type' in option ? [option] : [],
		);
		return [
			[[...above, name].join('.'), own] as [string, Parameter],
			...parametersOf(inner, [...above, name]),
		];
	});
}

/** What saved workflows and credentials depend on, by the name of the node or the credential and the path of the parameter. */
export function savedParameters(): Record<string, Record<string, Parameter[]>> {
	return Object.fromEntries(
		forms.map(({ name, properties }) => {
			const shapes: Record<string, Parameter[]> = {};
			for (const [at, parameter] of parametersOf(properties))
				if (parameter.type !== 'notice') (shapes[at] ??= []).push(parameter);
			// The order in which the editor is told of them says nothing, and changes with each new operation.
			const byText = (a: unknown, b: unknown) =>
				JSON.stringify([a]).localeCompare(JSON.stringify([b]), 'en');
			for (const alike of Object.values(shapes)) alike.sort((a, b) => byText(a.shown, b.shown));
			return [name, Object.fromEntries(Object.entries(shapes).sort(([a], [b]) => byText(a, b)))];
		}),
	);
}

const FILE = path.join(ROOT, 'test', 'fixtures', 'parameters.json');

export const writeParameters = () =>
	writeFileSync(FILE, `${JSON.stringify(savedParameters(), null, '\t')}\n`);

export const writtenParameters = (): unknown => JSON.parse(readFileSync(FILE, 'utf8'));
