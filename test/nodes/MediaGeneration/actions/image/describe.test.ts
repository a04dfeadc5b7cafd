import type { FaultHook } from '../../../../../sandbox';
import { searchModels } from '../../../../../nodes/MediaGeneration/editor/lists/models';
import { runNode } from '../../../../support/engine';
import { loadList } from '../../../../support/lists';
import { modelId, useSandbox } from '../../../../support/sandbox';

let answer = 'A red fox';
const says: FaultHook = ({ path }) =>
	path.includes('chat')
		? {
				when: 'before',
				give: Response.json({
					choices: [
						{ index: 0, message: { role: 'assistant', content: answer }, finish_reason: 'stop' },
					],
				}),
			}
		: undefined;
const sandbox = useSandbox({ faults: says });
afterEach(() => {
	answer = 'A red fox';
});

const place = { resource: 'image', operation: 'describe' };
const url = 'https://h.example/a.png';
const describeIt = async (more: object = {}, asTool = false) =>
	await runNode({
		parameters: { ...place, model: modelId('sandbox-chat-large'), images: [url], ...more } as never,
		credentials: sandbox.credentials(),
		asTool,
	});
const asked = () => sandbox.requests('POST').map(({ body }) => body);
const fields = (...field: object[]) => ({ answerFields: { field } });
const picture = { type: 'image_url', image_url: { url } };

test('an image is described in words', async () => {
	const { items, error } = await describeIt();
	expect(error).toBeUndefined();
	expect(asked()).toEqual([
		{
			model: 'sandbox-chat-large',
			messages: [
				{ role: 'user', content: [{ type: 'text', text: 'Describe this image.' }, picture] },
			],
		},
	]);
	expect(items).toMatchObject([{ json: { text: 'A red fox' }, pairedItem: { item: 0 } }]);
});

test('a question is answered in fields', async () => {
	answer = '{"score": 8, "problems": ["blurred"], "extra": 1}';
	const { items } = await describeIt({
		question: 'Judge it.',
		...fields(
			{ name: 'score', type: 'number', description: 'From 0 to 10' },
			{ name: 'problems', type: 'list' },
			{ name: 'caption', type: 'text' },
		),
	});
	expect(asked()).toEqual([
		expect.objectContaining({
			response_format: { type: 'json_object' },
			messages: [
				{
					role: 'user',
					content: [
						{
							type: 'text',
							text: 'Judge it.\n\nAnswer with one JSON object that has these fields:\n- score (number): From 0 to 10\n- problems (list)\n- caption (text)',
						},
						picture,
					],
				},
			],
		}),
	]);
	expect(items[0]?.json).toMatchObject({
		json: { score: 8, problems: ['blurred'] },
		note: 'The answer lacks: caption.',
	});
});

test('an answer that is no JSON is told, and is not lost', async () => {
	const { items, error } = await describeIt(fields({ name: 'score', type: 'number' }));
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ text: 'A red fox', json_error: expect.any(String) });
});

test.each([
	[
		'no image',
		{ images: [] },
		'Images must be an http(s) URL or the name of a binary field of the item (given: nothing)',
	],
	[
		'a question that an object was put into',
		{ question: '=Is {{ $json }} in view?' },
		'Question contains [object Object]',
	],
	[
		'a field without a name',
		fields({ name: ' ' }),
		'Answer Fields, entry 1 needs a name (given: nothing)',
	],
	[
		'a field of another type',
		fields({ name: 'a', type: '={{ "date" }}' }),
		'Answer Fields, entry 1, Type must be one of boolean, list, number, text (given: date)',
	],
	['no model', { model: modelId('={{ "" }}') }, /^Model is required/],
])('%s is refused before anything is sent', async (_, more, message) => {
	expect((await describeIt(more)).error?.message).toMatch(message);
	expect(asked()).toEqual([]);
});

test('its list has the chat models, and an agent may use it', async () => {
	const { results } = await loadList(
		place,
		sandbox.credentials(),
		async (context) => await searchModels.call(context),
	);
	expect(results.map(({ value }) => value)).toEqual(['sandbox-chat-small', 'sandbox-chat-large']);
	expect((await describeIt({}, true)).items[0]?.json).toMatchObject({ text: 'A red fox' });
});
