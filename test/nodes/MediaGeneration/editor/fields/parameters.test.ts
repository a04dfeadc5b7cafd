import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { unlistedModel } from '../../../../../contract/catalog';
import {
	parametersInForm,
	parametersFields,
	readParameters,
} from '../../../../../nodes/MediaGeneration/editor/fields/parameters';
import { propertiesOf } from '../../../../../nodes/MediaGeneration/editor/input/field';
import { readFrom, refusalOf } from '../../../../support/input';
import { form, modelId } from '../../../../support/sandbox';

const asJson = (parametersJson?: unknown) => ({ specifyParameters: 'json', parametersJson });

test.each([
	['a node without any', {}, {}],
	[
		'a form',
		{ parameters: form({ seed: '7', image_width: null }) },
		{ seed: '7', image_width: null },
	],
	[
		'a form that was never filled in',
		{ parameters: { mappingMode: 'defineBelow', value: null } },
		{},
	],
	['a form by an expression that finds nothing', { parameters: null }, {}],
	['a form whose values are JSON', { parameters: { value: '{"seed":7}' } }, { seed: 7 }],
	[
		'a form beside JSON that is not chosen',
		{ parameters: form({ seed: 1 }), parametersJson: '{"seed":2}' },
		{ seed: 1 },
	],
	['JSON', asJson('{ "seed": 7 }'), { seed: 7 }],
	['an object where JSON goes', asJson({ seed: 7 }), { seed: 7 }],
	['JSON that is left empty', asJson(''), {}],
	['JSON as it is at first', { specifyParameters: 'json' }, {}],
	[
		'JSON beside a form that is not chosen',
		{ ...asJson('{"seed":2}'), parameters: form({ seed: 1 }) },
		{ seed: 2 },
	],
])('%s', (_, parameters, values) => {
	expect(readFrom(readParameters, parameters)).toEqual(values);
});

test.each([
	[
		{ parameters: 'seed 7' },
		'Parameters of This Model must be a form of names and values (given: seed 7)',
	],
	[
		{ parameters: { value: [7] } },
		'Parameters of This Model must be a JSON object, such as {"seed": 7} (given: [7])',
	],
	[asJson('[7]'), 'Parameters (JSON) must be a JSON object, such as {"seed": 7} (given: [7])'],
	[{ specifyParameters: 'both' }, 'Specify Parameters must be one of form, json (given: both)'],
])('%j is refused', (parameters, message) => {
	expect(refusalOf(readParameters, parameters)).toEqual({
		message,
		description: 'Nothing was sent.',
	});
});

test('the form has what the node’s own fields do not', () => {
	const names = parametersInForm(unlistedModel('studio', 'any')).map(({ name }) => name);
	expect(names.length).toBeGreaterThan(0);
	expect(names).not.toEqual(expect.arrayContaining(['prompt']));
	expect(names).not.toEqual(expect.arrayContaining(['image_urls']));
});

describe('what the editor shows', () => {
	const shownIn = (parameters: object) =>
		propertiesOf(parametersFields)
			.filter((property) =>
				NodeHelpers.displayParameter(parameters as INodeParameters, property, null, null),
			)
			.map(({ displayName }) => displayName);

	test('a form, or JSON', () => {
		expect(shownIn({ specifyParameters: 'form', model: modelId('model-dev') })).toEqual([
			'Parameters',
		]);
		expect(shownIn({ specifyParameters: 'json', model: modelId('model-dev') })).toEqual([
			'Parameters (JSON)',
		]);
	});

	test('a form that is asked for again when what it follows changes, and saved with the labels of another day is renewed', () => {
		expect(
			propertiesOf(parametersFields).find(({ type }) => type === 'resourceMapper')?.typeOptions,
		).toMatchObject({
			loadOptionsDependsOn: ['model.value', 'resource', 'operation', 'kind'],
			resourceMapper: {
				mode: 'add',
				addAllFields: true,
				refreshStaleSchemaOnOpen: true,
				supportAutoMap: false,
				hideNoDataError: true,
				valuesLabel: 'Parameters of This Model',
				fieldWords: { singular: 'parameter', plural: 'parameters' },
				noFieldsError: 'This model has no parameters of its own.',
			},
		});
	});
});
