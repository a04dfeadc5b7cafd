import { inspect } from 'node:util';
import type { ISupplyDataFunctions } from 'n8n-workflow';
import type { OpenAiModel } from '../../../../nodes/MediaGeneration/chat/sdk';
import { LmChatMediaGeneration } from '../../../../nodes/MediaGeneration/LmChatMediaGeneration.node';

/** What n8n's SDK was asked for, and what the model that it gives was made of. */
let asked: OpenAiModel | undefined;
let fields: object;
jest.mock(
	'@n8n/ai-node-sdk',
	() => ({
		supplyModel: (_: unknown, model: OpenAiModel) => {
			asked = model;
			return { response: new ModelOfSdk(fields) };
		},
	}),
	{ virtual: true },
);

/** LangChain's model as far as it matters: a client is made of its fields, also for those that it makes of itself. */
class ModelOfSdk {
	constructor(readonly fields: object) {}
}

beforeEach(() => {
	asked = undefined;
	fields = { configuration: { fetchOptions: { dispatcher: 'of n8n' } }, streaming: true };
});

async function supplied(
	options: object = {},
	model: unknown = { __rl: true, mode: 'id', value: ' some-chat ' },
	apiKey = 'a-key',
	baseUrl = 'media.example.com/api/v1/',
) {
	const parameters: Record<string, unknown> = { model, options };
	const context = {
		getNode: () => ({ id: '1', name: 'Model', type: 'lmChatMediaGeneration', typeVersion: 1, position: [0, 0], parameters }),
		getNodeParameter: (name: string) => parameters[name],
		getCredentials: async () => ({ baseUrl, apiKey }),
	} as unknown as ISupplyDataFunctions;
	return (await new LmChatMediaGeneration().supplyData.call(context, 0)).response;
}

async function supply(...given: Parameters<typeof supplied>): Promise<OpenAiModel> {
	await supplied(...given);
	if (!asked) throw new Error('The SDK was not asked for a model');
	return asked;
}

test('the model of the credential’s service', async () => {
	expect(await supply()).toEqual({
		type: 'openai',
		baseUrl: 'https://media.example.com/api/v1',
		apiKey: 'a-key',
		model: 'some-chat',
		maxRetries: 2,
		onFailedAttempt: expect.any(Function),
	});
});

test('options go along, the time-out in milliseconds', async () => {
	expect(await supply({ temperature: 0, topP: 1, maxTokens: 5, maxRetries: 0, timeout: 1.5 })).toMatchObject({
		temperature: 0,
		topP: 1,
		maxTokens: 5,
		maxRetries: 0,
		timeout: 1_500,
	});
});

test.each([
	[{ temperature: 3 }, /^Temperature must be/],
	[{ maxRetries: -1 }, /^Max Retries must be/],
	[{ timeout: 'soon' }, /^Request Timeout \(Seconds\) must be/],
])('options %j are refused', async (options, message) => {
	await expect(supply(options)).rejects.toThrow(message);
	expect(asked).toBeUndefined();
});

test('a Base URL with a password is refused', async () => {
	await expect(supply({}, undefined, undefined, 'https://user:hush@media.example.com/api')).rejects.toThrow(
		/^(?!.*hush).*must not contain a user or a password/,
	);
	expect(asked).toBeUndefined();
});

test('no model is refused', async () => {
	await expect(supply({}, { __rl: true, mode: 'list', value: '' })).rejects.toThrow('Model is required: choose a chat model (given: nothing)');
});

test('the client fetches as the API wants it, and as n8n does; where it cannot be told to, nothing is sent', async () => {
	const model = await supplied();
	expect(model).toBeInstanceOf(ModelOfSdk);
	const configuration = { fetchOptions: { dispatcher: 'of n8n' }, fetch: expect.any(Function) as unknown };
	expect(model).toEqual({ fields: { configuration, streaming: true } });
	fields = {};
	await expect(supply()).rejects.toThrow('This n8n cannot keep the API key between this node and the chat service');
});

describe('a failed request is sent again', () => {
	const failing = async (error: unknown) => {
		const { onFailedAttempt } = await supply();
		onFailedAttempt?.(error);
	};

	test.each([
		[
			'too many requests, as long after as the service says',
			Object.assign(new Error('slow'), { status: 429, headers: new Headers({ 'retry-after': '7' }) }),
			7_000,
		],
		['too many requests, without a word of when', Object.assign(new Error('slow'), { status: 429, headers: {} }), undefined],
		['a connection that was refused', Object.assign(new Error('none'), { code: 'ECONNREFUSED' }), undefined],
		[
			'the same, wrapped',
			new Error('Connection error.', { cause: new Error('fetch failed', { cause: Object.assign(new Error('none'), { code: 'ENOTFOUND' }) }) }),
			undefined,
		],
	])('when the service surely did not accept it: %s', async (_, error, retryAfterMs) => {
		await failing(error);
		expect(error).toMatchObject({ retriesLeft: 1 });
		expect((error as { retryAfterMs?: number }).retryAfterMs).toBe(retryAfterMs);
	});

	test.each([
		['a failing service', Object.assign(new Error('broken'), { status: 500 })],
		['a failing service whose code is that of a connection', Object.assign(new Error('broken'), { status: 500, code: 'ECONNREFUSED' })],
		['an answer whose code is that of a certificate', Object.assign(new Error('broken'), { status: 502, code: 'CERT_HAS_EXPIRED' })],
		['a time-out', Object.assign(new Error('late'), { code: 'ETIMEDOUT' })],
		['what says nothing', new Error('odd')],
		['no error at all', 'odd'],
	])('never when it may have been paid for: %s', async (_, error) => {
		await expect(failing(error)).rejects.toBe(error);
	});
});

describe('what a failure says is shown and logged by n8n, so it is without the key', () => {
	const KEY = 'sk/key-that-must-stay-home';
	const echoing = (status: number | undefined) =>
		Object.assign(new Error(`${status}: Incorrect API key: ${KEY}`, { cause: new Error(`because of sk%2Fkey-that-must-stay-home`) }), {
			status,
			headers: new Headers({ 'retry-after': '7', 'x-echo': KEY }),
			error: { message: `Incorrect API key: ${KEY}`, [KEY]: ['sk\\/key-that-must-stay-home'] },
			errors: [new Error(KEY)],
		});
	const shownOf = (error: ReturnType<typeof echoing>): string => inspect([error, error.headers], { depth: 10, showHidden: true });

	test.each([401, 429, 500, undefined])('with status %s', async (status) => {
		const { onFailedAttempt } = await supply({}, undefined, KEY);
		const error = echoing(status);
		const [outcome] = await Promise.allSettled([(async () => onFailedAttempt?.(error))()]);
		expect(outcome.status).toBe(status === 429 ? 'fulfilled' : 'rejected');
		if (outcome.status === 'rejected') expect(outcome.reason).toBe(error);
		expect(shownOf(error)).toContain('Incorrect API key: [hidden]');
		expect(shownOf(error)).not.toContain('key-that-must-stay-home');
		expect(error.headers.get('retry-after')).toBe('7');
	});

	test('that is no error', async () => {
		const { onFailedAttempt } = await supply({}, undefined, KEY);
		const [outcome] = await Promise.allSettled([(async () => onFailedAttempt?.(`no ${KEY}`))()]);
		expect(outcome).toEqual({ status: 'rejected', reason: 'no [hidden]' });
	});
});
