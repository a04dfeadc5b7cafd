import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getModelParameters, searchModels } from '../../nodes/MediaGeneration/editor/lists/models';
import { runNode } from '../support/engine';
import { form, modelId, useSandbox } from '../support/sandbox';
import { loadList } from '../support/lists';

/*
 * A model and a parameter that there are not, as somebody who adds them would: a row in the vocabulary and an object in
 * the catalog. Nothing else is changed.
 */

jest.mock('../../contract/parameters', () => {
	const actual: { parameters: object } = jest.requireActual('../../contract/parameters');
	Object.assign(actual.parameters, {
		invented_knob: { label: 'Invented Knob', hint: 'strength', type: 'integer', min: 0, max: 10 },
	});
	return actual;
});
jest.mock('../../contract/catalog/image', () => {
	const actual: { imageModels: object[] } = jest.requireActual('../../contract/catalog/image');
	const price = {
		per: 'request',
		rates: [{ when: { invented_knob: [5] }, usd: '0.70' }, { usd: '0.30' }],
	};
	return {
		imageModels: [
			...actual.imageModels,
			{
				id: 'invented',
				kind: 'image',
				status: 'Live',
				accepts: { invented_knob: { max: 5 } },
				price,
				etaSeconds: 9,
			},
		],
	};
});

const sandbox = useSandbox();
const generate = (invented_knob: unknown) => ({
	resource: 'image',
	operation: 'generate',
	prompt: 'A lighthouse at dawn',
	model: modelId('invented'),
	parameters: form({ invented_knob, image_width: 256, image_height: 256 }),
});

test('the list offers the model with its price and time', async () => {
	const { results } = await loadList(
		{ resource: 'image', operation: 'generate' },
		sandbox.credentials(),
		async (context) => await searchModels.call(context, 'invented'),
	);
	expect(results).toMatchObject([{ value: 'invented', name: 'invented — $0.30–0.70, ~9 s' }]);
});

test('its form has the parameter, with the bounds of the model', async () => {
	const { fields } = await loadList(
		generate(1),
		sandbox.credentials(),
		async (context) => await getModelParameters.call(context),
	);
	expect(fields.find(({ id }) => id === 'invented_knob')).toMatchObject({
		displayName: 'Invented Knob (strength, 0-5)',
		type: 'number',
		required: false,
	});
});

test('a value that the model refuses is refused before anything is sent', async () => {
	const { error } = await runNode({ parameters: generate(6), credentials: sandbox.credentials() });
	expect(error?.message).toMatch(
		/Invented Knob \(invented_knob\) must be a whole number from 0 to 5 for invented \(given: 6\)/,
	);
	expect(sandbox.requests('POST')).toEqual([]);
});

test('the sandbox takes it and charges its price, and the item has the fields that the output promises', async () => {
	const { items, error } = await runNode({
		parameters: generate('5'),
		credentials: sandbox.credentials(),
	});
	expect(error).toBeUndefined();
	expect(sandbox.requests('POST').map(({ body }) => body)).toMatchObject([
		{ model: 'invented', additional_settings: { invented_knob: 5 } },
	]);
	expect(items[0]?.json).toMatchObject({
		model: 'invented',
		status: 'completed',
		cost_usd: 0.7,
		estimated_cost_usd: 0.7,
	});
	const { properties }: { properties: object } = JSON.parse(
		readFileSync(
			path.resolve(__dirname, '../../nodes/MediaGeneration/__schema__/v1.0.0/image/generate.json'),
			'utf8',
		),
	);
	expect(Object.keys(properties)).toEqual(
		expect.arrayContaining(Object.keys(items[0]?.json ?? {})),
	);
});
