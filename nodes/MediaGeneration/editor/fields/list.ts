import type { IDataObject } from 'n8n-workflow';
import { listOf, text } from '../../n8n/readers';
import { shownInNodeOnly, shownAsToolOnly } from '../../n8n/tool';
import { choiceField, field, flagField, wholeNumberField } from '../input/field';
import type { Input } from '../input/input';

const returnAll = flagField({
	displayName: 'Return All',
	name: 'returnAll',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
});

const limit = wholeNumberField({
	displayName: 'Limit',
	name: 'limit',
	typeOptions: { minValue: 1 },
	default: 50,
	displayOptions: { show: { returnAll: [false] } },
	description: 'Max number of results to return',
});

/** Return All and Limit, as every n8n list has them. */
export const listFields = [returnAll, limit];

/** The limit of an item; Infinity for all. */
export function readLimit(input: Input): number {
	return input.parameter(returnAll) ? Infinity : (input.parameter(limit) ?? 0);
}

const simplify = flagField({
	displayName: 'Simplify',
	name: 'simplify',
	default: true,
	displayOptions: shownInNodeOnly,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

const output = choiceField({
	displayName: 'Output',
	name: 'output',
	noDataExpression: true,
	options: [
		{ name: 'Simplified', value: 'simplified', description: 'The fields that matter most' },
		{ name: 'Raw', value: 'raw', description: 'All fields' },
		{ name: 'Selected Fields', value: 'selectedFields', description: 'The fields that you name' },
	],
	default: 'simplified',
	displayOptions: shownAsToolOnly,
	description: 'What the agent gets. Fewer fields cost fewer tokens.',
});

const selected = field(
	{
		displayName: 'Fields',
		name: 'outputFields',
		default: '',
		placeholder: 'e.g. model, price',
		displayOptions: { show: { ...shownAsToolOnly.show, output: ['selectedFields'] } },
		description: 'Names of the fields that the agent gets, separated by commas',
	},
	{ ...listOf(text), rule: 'names of fields, separated by commas' },
);

/** The fields that choose which fields come out, for operations with more than ten. */
export const outputChoiceFields = [simplify, output, selected];

/** Gives the function that picks the fields of an entry. */
export function simplifier(
	input: Input,
	asTool: boolean,
	essential: readonly string[],
): (entry: IDataObject) => IDataObject {
	const way = asTool ? input.parameter(output) : input.parameter(simplify) ? 'simplified' : 'raw';
	const chosen = input.parameter(selected) ?? [];
	const isChosen = way === 'selectedFields';
	if (isChosen && chosen.length === 0)
		input.wrong('Fields', 'the names of one or more fields', input.given('outputFields'));
	if (way === 'raw') return (entry) => entry;
	const shown = isChosen ? chosen : essential;
	return (entry) =>
		Object.fromEntries(
			shown.flatMap((name) => (entry[name] === undefined ? [] : [[name, entry[name]]])),
		);
}
