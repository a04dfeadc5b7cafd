import { inspect } from 'node:util';
import type { ISupplyDataFunctions } from 'n8n-workflow';
import type { OpenAiModelConfig } from '../../../../nodes/MediaGeneration/chat/sdk';
import { LmChatMediaGeneration } from '../../../../nodes/MediaGeneration/LmChatMediaGeneration.node';
import { useServer } from '../../../support/server';

const server = useServer();

/** What n8n's SDK was asked for, and the model that it gives. */
let asked: OpenAiModelConfig | undefined;
let given: object;
jest.mock(
	'@n8n/ai-node-sdk',
	() => ({
		supplyModel: (_: unknown, model: OpenAiModelConfig) => {
			asked = model;
			return { response: given };
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
	given = new ModelOfSdk({
		configuration: { fetchOptions: { dispatcher: 'of n8n' } },
		streaming: true,
	});
});

async function supplied(
	options: object = {},
	model: unknown = { __rl: true, mode: 'id', value: ' some-chat ' },
	apiKey = 'a-key',
	baseUrl = 'media.example.com/api/v1/',
) {
	const parameters: Record<string, unknown> = { model, options };
	const context = {
		getNode: () => ({
			id: '1',
			name: 'Model',
			type: 'lmChatMediaGeneration',
			typeVersion: 1,
			position: [0, 0],
			parameters,
		}),
		getNodeParameter: (name: string) => parameters[name],
		getCredentials: async (name: string) =>
			name === 'mediaGenerationApi' ? { baseUrl, apiKey } : {},
	} as unknown as ISupplyDataFunctions;
	return (await new LmChatMediaGeneration().supplyData.call(context, 0)).response;
}

async function supply(...given: Parameters<typeof supplied>): Promise<OpenAiModelConfig> {
	await supplied(...given);
	if (!asked) throw new Error('The SDK was not asked for a model');
	return asked;
}

test('the model of the credential’s service', async () => {
	expect(await supply()).toStrictEqual({
		type: 'openai',
		baseUrl: 'https://media.example.com/api/v1',
		apiKey: 'a-key',
		model: 'some-chat',
		maxRetries: 2,
		onFailedAttempt: expect.any(Function),
	});
});

test('options go along, the time-out in milliseconds', async () => {
	expect(
		await supply({ temperature: 0, topP: 1, maxTokens: 5, maxRetries: 0, timeout: 1.5 }),
	).toMatchObject({
		temperature: 0,
		topP: 1,
		maxTokens: 5,
		maxRetries: 0,
		timeout: 1_500,
	});
});

test.each([
	[{ temperature: 3 }, 'Temperature must be a number from 0 to 2 (given: 3)'],
	[
		{ maxTokens: 1.5 },
		'Maximum Tokens (max_tokens) must be a whole number of at least 1 (given: 1.5)',
	],
	[
		{ timeout: 'soon' },
		'Request Timeout (Seconds) must be a number of seconds from 0.01 to 86,400 (given: soon)',
	],
])('options %j are refused', async (options, message) => {
	await expect(supply(options)).rejects.toThrow(message);
	expect(asked).toBeUndefined();
});

test('a Base URL with a password is refused', async () => {
	await expect(
		supply({}, undefined, undefined, 'https://user:hush@media.example.com/api'),
	).rejects.toThrow(/^(?!.*hush).*must not contain a user name or a password/);
	expect(asked).toBeUndefined();
});

test('no model is refused', async () => {
	await expect(supply({}, { __rl: true, mode: 'list', value: '' })).rejects.toThrow(
		'Model is required: choose a chat model (given: nothing)',
	);
});

test('the client fetches as the API wants it, and as n8n does', async () => {
	const model = await supplied({}, undefined, 'a-key-of-some-length');
	expect(model).toBeInstanceOf(ModelOfSdk);
	expect(model).not.toBe(given);
	const configuration = {
		fetchOptions: { dispatcher: 'of n8n' },
		fetch: expect.any(Function) as typeof fetch,
	};
	expect(model).toEqual({ fields: { configuration, streaming: true } });
	server.answer = ({ headers }, response) => response.end(`heard ${String(headers['x-api-key'])}`);
	const { fields } = model as { fields: { configuration: typeof configuration } };
	expect(await (await fields.configuration.fetch(server.url)).text()).toBe('heard [hidden]');
	expect(server.requests[0]?.headers).toMatchObject({ 'x-api-key': 'a-key-of-some-length' });
});

test('a model that its client would call elsewhere by its name is called at the same endpoint', async () => {
	class WithResponses extends ModelOfSdk {
		readonly completions = { of: 'chat completions' };
		readonly responses: unknown;
		constructor(fields: { configuration?: object; responses?: object }) {
			super(fields);
			this.responses = fields.responses ?? { of: 'responses' };
		}
	}
	given = new WithResponses({ configuration: {} });
	const model = (await supplied()) as WithResponses;
	expect(model.responses).toEqual({ of: 'chat completions' });
	// The client makes others of its fields.
	expect(new WithResponses(model.fields).responses).toEqual({ of: 'chat completions' });
});

test.each<[string, () => object]>([
	['without a configuration', () => new ModelOfSdk({})],
	['that cannot be made anew', () => ({ constructor: 'of n8n', fields: { configuration: {} } })],
])('nothing is sent where the client cannot be told how to fetch: a model %s', async (_, model) => {
	given = model();
	await expect(supply()).rejects.toMatchObject({
		message: 'This version of n8n cannot make sure that the API key goes to the chat service only',
		description: 'Nothing was sent. Use another version of n8n.',
	});
});

/** An error that is its own cause. */
function circle(): Error {
	const error = new Error('round');
	return Object.assign(error, { cause: error });
}

describe('a failed request is sent again', () => {
	const failing = async (error: unknown) => {
		const { onFailedAttempt } = await supply();
		onFailedAttempt?.(error);
	};

	test.each([
		[
			'too many requests, as long after as the service says',
			Object.assign(new Error('slow'), {
				status: 429,
				headers: new Headers({ 'retry-after': '7' }),
			}),
			7_000,
		],
		[
			'the same, wrapped',
			new Error('Connection error.', {
				cause: new Error('fetch failed', {
					cause: Object.assign(new Error('none'), { code: 'ENOTFOUND' }),
				}),
			}),
			undefined,
		],
		[
			'a host none of whose addresses can be reached',
			new Error('fetch failed', {
				cause: Object.assign(new Error('none'), {
					errors: [Object.assign(new Error('none'), { code: 'ENETUNREACH', syscall: 'connect' })],
				}),
			}),
			undefined,
		],
	])('when the service surely did not accept it: %s', async (_, error, retryAfterMs) => {
		await failing(error);
		expect(error).toMatchObject({ retriesLeft: 1 });
		expect((error as { retryAfterMs?: number }).retryAfterMs).toBe(retryAfterMs);
	});

	test.each([
		['ENOTFOUND', /^The host .* could not be found\. Check the Base URL/],
		['ECONNREFUSED', /^Nothing answers at .*: the connection was refused\. Check the Base URL/],
		['SELF_SIGNED_CERT_IN_CHAIN', /^The certificate of .* is not trusted .*NODE_EXTRA_CA_CERTS/],
	])(
		'a connection that fails with %s is told by its host and its cause, as by the node',
		async (code, words) => {
			const error = new Error('Connection error.', {
				cause: new Error('fetch failed', { cause: Object.assign(new Error('none'), { code }) }),
			});
			await failing(error);
			expect(error.message).toMatch(words);
		},
	);

	test.each([
		['a failing service', Object.assign(new Error('broken'), { status: 500 })],
		[
			'a failing service whose code is that of a connection',
			Object.assign(new Error('broken'), { status: 500, code: 'ECONNREFUSED' }),
		],
		['a time-out', Object.assign(new Error('late'), { code: 'ETIMEDOUT' })],
		[
			'a host that is lost after the request went out',
			Object.assign(new Error('gone'), { code: 'EHOSTUNREACH', syscall: 'read' }),
		],
		['what says nothing', new Error('odd')],
		['what goes round in a circle', circle()],
		['no error at all', 'odd'],
		['null', null],
	])('never when it may have been paid for: %s', async (_, error) => {
		await expect(failing(error)).rejects.toBe(error);
	});
});

describe('what a failure says is shown and logged by n8n, so it is without the key', () => {
	const KEY = 'sk/key-that-must-stay-home';
	const echoing = (status: number | undefined) =>
		Object.assign(
			new Error(`${status}: Incorrect API key: ${KEY}`, {
				cause: new Error(`because of sk%2Fkey-that-must-stay-home`),
			}),
			{
				status,
				headers: new Headers({ 'retry-after': '7', 'x-echo': KEY }),
				error: { message: `Incorrect API key: ${KEY}`, [KEY]: ['sk\\/key-that-must-stay-home'] },
				errors: [new Error(KEY)],
			},
		);
	const shownOf = (error: ReturnType<typeof echoing>): string =>
		inspect([error, error.headers], { depth: 10, showHidden: true });

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
});
