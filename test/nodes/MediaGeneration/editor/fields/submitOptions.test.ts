import { unlistedModel } from '../../../../../contract/catalog';
import {
	bodyOf,
	readBodyOptions,
	readDryRun,
	readRequestTimeout,
	readSubmitOptions,
} from '../../../../../nodes/MediaGeneration/editor/fields/submitOptions';
import { readFrom, refusalOf } from '../../../../support/input';

test.each([
	[{}, { dryRun: false, payTwice: false, timeout: undefined }],
	[
		{ dryRun: 'true', retryAmbiguous: true, requestTimeout: '0.5' },
		{ dryRun: true, payTwice: true, timeout: 500 },
	],
	[
		{ dryRun: false, retryAmbiguous: false, requestTimeout: 86_400 },
		{ dryRun: false, payTwice: false, timeout: 86_400_000 },
	],
])('%j', (options, submitting) => {
	expect(readFrom(readSubmitOptions, { options })).toEqual(submitting);
	expect(readFrom(readDryRun, { options })).toBe(submitting.dryRun);
	expect(readFrom(readRequestTimeout, { options })).toBe(submitting.timeout);
});

test.each([
	[{}, {}],
	[{ enable_fallback: true }, {}],
	[{ enable_fallback: 'false' }, { enable_fallback: false }],
	[{ extraBody: '' }, {}],
	[{ extraBody: { model: 'other', user: 'u' } }, { model: 'other', user: 'u' }],
	[{ extraBody: '{"additional_settings":{"seed":1}}' }, { additional_settings: { seed: 1 } }],
	[{ enable_fallback: false, extraBody: '{"enable_fallback":true}' }, { enable_fallback: true }],
])('of the Options %j the body gets %j', (options, body) => {
	expect(readFrom(readBodyOptions, { options })).toEqual(body);
});

const model = 'model in Request: Extra Body Fields (JSON) must be the ID of a model, as text';
const settings = 'additional_settings in Request: Extra Body Fields (JSON) must be a JSON object';
test.each([
	[{ extraBody: { model: '' } }, `${model} (given: nothing)`],
	[{ extraBody: { model: ' ' } }, `${model} (given: nothing)`],
	[{ extraBody: { model: null } }, `${model} (given: nothing)`],
	[{ extraBody: { model: 7 } }, `${model} (given: 7)`],
	[{ extraBody: { additional_settings: null } }, `${settings} (given: nothing)`],
	[{ extraBody: { additional_settings: [1] } }, `${settings} (given: [1])`],
	[
		{ extraBody: '[1]' },
		'Request: Extra Body Fields (JSON) must be a JSON object, such as {"seed": 7} (given: [1])',
	],
	[{ enable_fallback: 'some' }, 'Request: Enable Fallback must be true or false (given: some)'],
])('%j is refused', (options, message) => {
	expect(refusalOf(readBodyOptions, { options })).toEqual({
		message,
		description: 'Nothing was sent.',
	});
});

test('a model and settings that are both wrong are both told', () => {
	expect(
		refusalOf(readBodyOptions, { options: { extraBody: { model: 7, additional_settings: 8 } } }),
	).toEqual({
		message: `${model} (given: 7)`,
		description: `Nothing was sent. Also: ${settings} (given: 8)`,
	});
});

const settingsOf = (values: object) => ({ additional_settings: values });
test.each([
	[{ prompt: 'x' }, {}, { prompt: 'x' }],
	[{ prompt: 'x' }, { prompt: 'y', b: 3 }, { prompt: 'y', b: 3 }],
	[{ prompt: 'x' }, { model: 'other' }, { prompt: 'x', model: 'other' }],
	[{ seed: 1 }, { a: 1 }, { a: 1, ...settingsOf({ seed: 1 }) }],
	[{}, settingsOf({ seed: 2 }), settingsOf({ seed: 2 })],
	[
		{ seed: 1, negative_prompt: 'ink' },
		settingsOf({ seed: 2, x: 3 }),
		settingsOf({ seed: 2, negative_prompt: 'ink', x: 3 }),
	],
])('the body for the values %j with %j is %j', (values, extra, whole) => {
	expect(bodyOf(unlistedModel('video', 'm'), values, extra)).toEqual({ model: 'm', ...whole });
});
