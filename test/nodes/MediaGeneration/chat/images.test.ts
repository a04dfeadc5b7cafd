import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import type { FaultHook } from '../../../../sandbox';
import { runNode } from '../../../support/engine';
import { modelId, useSandbox } from '../../../support/sandbox';
import { answerOf } from '../../../support/faults';

/** Looks at no image. */
const blind: FaultHook = ({ path }) => {
	const message = { role: 'assistant', content: 'A fox' };
	return path.includes('chat')
		? answerOf({ choices: [{ index: 0, message, finish_reason: 'stop' }] })
		: undefined;
};
let fault = blind;
const sandbox = useSandbox({ faults: (request) => fault(request) });
afterEach(() => {
	fault = blind;
});

const A = 'https://h.example.com/a.png';
const say = (...contents: string[]) => ({
	message: contents.map((content) => ({ role: 'user', content })),
});
const file = (more: Partial<IBinaryData> = {}): IBinaryData => ({
	id: 'filesystem-v2:1',
	data: 'filesystem-v2',
	mimeType: 'image/png',
	...more,
});
const text = (said: string) => ({ type: 'text', text: said });
const image = (url: unknown) => ({ type: 'image_url', image_url: { url } });
const link = expect.stringMatching(/\/binary-data\/signed\?token=/);

/** What becomes of a chat with these images. */
async function ask(
	images: unknown,
	more: object = {},
	item: Partial<INodeExecutionData> = {},
	settings: object = {},
	asTool = false,
) {
	const { items, error } = await runNode({
		parameters: {
			resource: 'chat',
			operation: 'complete',
			model: modelId('sandbox-chat-small'),
			messages: say('What is this?'),
			images,
			...more,
		} as never,
		items: [{ json: {}, ...item }],
		credentials: sandbox.credentials(),
		settings,
		asTool,
	});
	const bodies = sandbox
		.requests('POST')
		.map(({ body }) => body as { messages: Array<{ role: string; content: unknown }> });
	return {
		items,
		error: error && `${error.message}. ${error.description}`,
		messages: bodies.at(-1)?.messages,
		bodies,
	};
}

test.each<[string, unknown, unknown[], INodeExecutionData['binary']]>([
	['the names of two', ['photo, logo'], [link, link], { photo: file(), logo: file() }],
	['an expression that gives addresses', `={{ ["${A}", "${A}"] }}`, [A, A], {}],
])('%s goes with the last message', async (_, images, urls, binary) => {
	const { messages, error } = await ask(
		images,
		{ messages: say('Hello', 'What is this?') },
		{ binary },
	);
	expect(error).toBeUndefined();
	expect(messages).toEqual([
		{ role: 'user', content: 'Hello' },
		{ role: 'user', content: [text('What is this?'), ...urls.map(image)] },
	]);
});

test('messages in JSON take them too: the last of the user, after the parts that it has', async () => {
	const before = {
		role: 'user',
		content: [text('And this?'), image('https://h.example.com/b.png')],
	};
	const messagesJson = JSON.stringify([before, { role: 'assistant', content: 'Hm' }]);
	const { messages } = await ask([A], { specifyMessages: 'json', messagesJson });
	expect(messages).toEqual([
		{ role: 'user', content: [...before.content, image(A)] },
		{ role: 'assistant', content: 'Hm' },
	]);
});

test('without images, a message stays text', async () => {
	for (const images of [[], undefined, '={{ [] }}'])
		expect((await ask(images)).messages).toEqual([{ role: 'user', content: 'What is this?' }]);
});

test.each<[string, unknown, INodeExecutionData['binary'], RegExp, object?]>([
	[
		'a PDF',
		['offer'],
		{ offer: file({ mimeType: 'application/pdf' }) },
		/^Images, entry 1: the file in offer is a PDF, not an image/,
	],
	[
		'no such field',
		['picture'],
		{ photo: file() },
		/^Images, entry 1, must be an http\(s\) URL or the name of a binary field.*this item: photo/,
	],
	[
		'nothing',
		[A, '={{ $json.none }}'],
		{},
		/^Images, entry 2, must be an http\(s\) URL \(given: nothing\)/,
	],
	[
		'what else is wrong before it',
		['none'],
		{},
		/^Temperature.*must be/,
		{ options: { temperature: 9 } },
	],
	[
		'another conversation in the extra fields',
		[A],
		{},
		/^Request: Extra Body Fields \(JSON\) must be fields other than messages/,
		{ options: { extraBody: '{ "messages": [] }' } },
	],
	[
		'no message to go with',
		[A],
		{},
		/^Images need a message with the role User/,
		{ messages: { message: [{ role: 'system', content: 'Be brief' }] } },
	],
])('%s is told, and nothing is sent', async (_, images, binary, words, more = {}) => {
	const { error, bodies } = await ask(images, more, { binary });
	expect(error).toMatch(words);
	expect(error).toContain('Nothing was sent');
	expect(bodies).toEqual([]);
});

test('an agent’s tool takes addresses, and is told what is wrong with others', async () => {
	expect((await ask(A, {}, {}, {}, true)).messages).toEqual([
		{ role: 'user', content: [text('What is this?'), image(A)] },
	]);
	const { items } = await ask('fox.png', {}, {}, {}, true);
	expect(items[0]?.json).toMatchObject({
		error: expect.stringContaining('Images, entry 1, must be an http(s) URL'),
		what_to_do: expect.stringContaining('Nothing was sent'),
	});
});

test('a retry knows the question again, although the links to its files are others', async () => {
	let asked = 0;
	fault = ({ path }) => {
		return !path.includes('chat') || ++asked > 1
			? undefined
			: { when: 'after', give: Response.json({}, { status: 502 }) };
	};
	const { error } = await ask(
		['photo'],
		{},
		{ binary: { photo: file() } },
		{ retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
	);
	expect(error).toMatch(
		/\. Not sent again\. The request may still have been accepted and paid for/,
	);
	expect(asked).toBe(1);
});

test.each([
	['as a link to it in n8n', {}, link],
	[
		'itself, where small files may be',
		{ options: { inlineFiles: 1 } },
		'data:image/png;base64,iVBORw==',
	],
])('a file as text is handed in %s', async (_, more, url) => {
	const { error, messages } = await ask(['data:image/png;base64,iVBORw=='], more);
	expect(error).toBeUndefined();
	expect(messages?.at(-1)?.content).toEqual([text('What is this?'), image(url)]);
});
