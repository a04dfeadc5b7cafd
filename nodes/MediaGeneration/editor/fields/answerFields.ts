import type { INodeProperties } from 'n8n-workflow';
import { dataOf, textOf } from '../../support/data';
import type { Input } from '../input/input';

const TYPES = ['boolean', 'list', 'number', 'text'];

export const answerFields: INodeProperties = {
	displayName: 'Answer Fields',
	name: 'answerFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Field',
	default: {},
	description:
		'Fields that the answer is to have, in JSON of the item. Without any, the answer is in words, in text.',
	options: [
		{
			displayName: 'Field',
			name: 'field',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. score',
				},
				{
					displayName: 'Type',
					name: 'type',
					type: 'options',
					options: [
						{ name: 'List of Texts', value: 'list' },
						{ name: 'Number', value: 'number' },
						{ name: 'Text', value: 'text' },
						{ name: 'True or False', value: 'boolean' },
					],
					default: 'text',
				},
				{
					displayName: 'Description',
					name: 'description',
					type: 'string',
					default: '',
					placeholder: 'e.g. From 0 to 10',
				},
			],
		},
	],
};

/** The names of the fields that an answer is to have, and the sentence that asks for them. */
export function readFieldsToAskFor(input: Input): { expected: string[]; instruction?: string } {
	const { field: given } = input.readCollection(answerFields.name, answerFields.displayName);
	const rows = (Array.isArray(given) ? given : []).map((row) => {
		const { name, type, description } = dataOf(row);
		return {
			name: textOf(name)?.trim() ?? '',
			type: textOf(type ?? 'text'),
			description: textOf(description)?.trim(),
		};
	});
	for (const [index, { name, type }] of rows.entries()) {
		const label = `${answerFields.displayName}, entry ${index + 1}`;
		if (name === '') input.add(`${label} needs a name (given: nothing)`);
		if (!TYPES.some((known) => known === type))
			input.wrong(`${label}, Type`, `one of ${TYPES.join(', ')}`, type);
	}
	if (rows.length === 0) return { expected: [] };
	const lines = rows.map(
		({ name, type, description }) => `- ${name} (${type})${description ? `: ${description}` : ''}`,
	);
	return {
		expected: rows.map(({ name }) => name),
		instruction: ['Answer with one JSON object that has these fields:', ...lines].join('\n'),
	};
}
