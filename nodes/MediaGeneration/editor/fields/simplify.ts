import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { choiceField, field, flagField } from '../input/field';
import type { Input } from '../input/input';
import { listOf, text, type Reader } from '../../n8n/readers';
import { notAsTool, onlyAsTool } from '../../n8n/tool';

const simplify = flagField({
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	displayOptions: notAsTool,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

const output = choiceField({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Simplified', value: 'simplified', description: 'The fields that matter most' },
		{ name: 'Raw', value: 'raw', description: 'All fields' },
		{ name: 'Selected Fields', value: 'selectedFields', description: 'The fields that you name' },
	],
	default: 'simplified',
	displayOptions: onlyAsTool,
	description: 'What the agent gets. Fewer fields cost fewer tokens.',
});

const list = listOf(text);
const names: Reader<string[]> = {
	rule: 'names of fields, separated by commas',
	read: (given) => {
		const read = text.read(given);
		return read && list.read(read.value);
	},
};

const selected = field(
	{
		displayName: 'Fields',
		name: 'outputFields',
		type: 'string',
		default: '',
		placeholder: 'e.g. model, price',
		displayOptions: { show: { ...onlyAsTool.show, output: ['selectedFields'] } },
		description: 'Names of the fields that the agent gets, separated by commas',
	},
	names,
);

/** The fields that choose which fields come out, for operations with more than ten. */
export const simplifyFields: INodeProperties[] = [simplify, output, selected].map(
	({ property }) => property,
);

function readNames(input: Input, isNeeded: boolean): string[] {
	const chosen = input.parameter(selected) ?? [];
	if (isNeeded && chosen.length === 0)
		input.wrong(
			selected.property.displayName,
			'the names of one or more fields',
			input.given(selected.property.name),
		);
	return chosen;
}

/** Gives the function that picks the fields of an entry. */
export function readSimplify(
	input: Input,
	asTool: boolean,
	essential: readonly string[],
): (entry: IDataObject) => IDataObject {
	const way = asTool ? input.parameter(output) : input.parameter(simplify) ? 'simplified' : 'raw';
	const chosen = readNames(input, way === 'selectedFields');
	const shown = way === 'selectedFields' ? chosen : essential;
	if (way === 'raw') return (entry) => entry;
	return (entry) =>
		Object.fromEntries(
			shown.flatMap((name) => (entry[name] === undefined ? [] : [[name, entry[name]]])),
		);
}
