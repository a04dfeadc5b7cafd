import { runNode } from '../../../support/engine';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { CredentialTestContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunction,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { LmChatMediaGeneration } from '../../../../nodes/MediaGeneration/LmChatMediaGeneration.node';
import { MediaGeneration } from '../../../../nodes/MediaGeneration/MediaGeneration.node';
import { MediaGenerationBalanceTrigger } from '../../../../nodes/MediaGeneration/MediaGenerationBalanceTrigger.node';
import { MediaGenerationTrigger } from '../../../../nodes/MediaGeneration/MediaGenerationTrigger.node';
import { bomb, withinMemory } from '../../../support/bombs';
import { SESSION_HEADER } from '../../../../sandbox';
import { useSandbox } from '../../../support/sandbox';
import { useServer } from '../../../support/server';

const sandbox = useSandbox();
const server = useServer();

/** What the Test button of a credential says, by the function that n8n would call for it. */
async function tested(
	type: string,
	data: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const node = new MediaGeneration() as MediaGeneration & {
		methods: { credentialTest?: Record<string, ICredentialTestFunction> };
	};
	const { testedBy } = node.description.credentials?.find(({ name }) => name === type) ?? {};
	const test = typeof testedBy === 'string' ? node.methods.credentialTest?.[testedBy] : undefined;
	if (!test) throw new Error(`${type} has no test that can say in words what is wrong`);
	return await test.call(new CredentialTestContext(), { id: '1', name: type, type, data });
}

const session = { mechanism: 'header', headerName: SESSION_HEADER };
const kinds: ReadonlyArray<
	readonly [type: string, secret: (right: boolean) => ICredentialDataDecryptedObject]
> = [
	['mediaGenerationApi', (right) => ({ apiKey: right ? sandbox.it.apiKey : 'a-wrong-key' })],
	[
		'mediaGenerationSessionApi',
		(right) => ({ ...session, sessionToken: right ? sandbox.it.session.value : 'a-wrong-session' }),
	],
];

/** n8n takes the test of whichever node it looks at first. */
test.each([
	new MediaGeneration(),
	new MediaGenerationTrigger(),
	new MediaGenerationBalanceTrigger(),
	new LmChatMediaGeneration(),
])('$description.displayName names tests that it has', ({ description, methods }) => {
	const tests = description.credentials?.map(({ testedBy }) => testedBy);
	expect(Object.keys(methods.credentialTest)).toEqual(tests);
});

async function closedPort(): Promise<number> {
	const closed = createTcpServer();
	await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
	const { port } = closed.address() as AddressInfo;
	await new Promise((resolve) => closed.close(resolve));
	return port;
}

describe.each(kinds)('the test of %s', (type, secret) => {
	test('one that is right', async () => {
		expect(await tested(type, { baseUrl: sandbox.it.baseUrl, ...secret(true) })).toMatchObject({
			status: 'OK',
		});
	});

	test('one that was pasted with line breaks', async () => {
		const data = { baseUrl: sandbox.it.baseUrl, ...secret(true) };
		const pasted = Object.fromEntries(
			Object.entries(data).map(([name, value]) => [
				name,
				name === 'mechanism' ? value : ` ${String(value)}\n`,
			]),
		);
		expect(await tested(type, pasted)).toMatchObject({ status: 'OK' });
	});

	test.each([
		[
			'a redirect to a login page',
			302,
			{ location: '/login' },
			'',
			/redirects to its login page .*paste the key or the session again/,
		],
		[
			'a bot check',
			403,
			{ 'content-type': 'text/html' },
			'<html><title>Just a moment...</title>',
			/firewall or bot check in front of the service/,
		],
	])('%s', async (_, status, headers, body, words) => {
		const { answer } = server;
		server.answer = (_request, response) =>
			response.writeHead(status, headers as Record<string, string>).end(body);
		const result = await tested(type, { baseUrl: `${server.url}/api`, ...secret(true) });
		server.answer = answer;
		expect(result).toEqual({ status: 'Error', message: expect.stringMatching(words) });
	});

	test('a wrong secret', async () => {
		const { status, message } = await tested(type, {
			baseUrl: sandbox.it.baseUrl,
			...secret(false),
		});
		expect({ status, message }).toEqual({
			status: 'Error',
			message: expect.stringMatching(/not accepted/),
		});
		expect(message).not.toContain('a-wrong');
	});

	test.each([
		['media.example.com/api', /The address does not begin with http:\/\/ or https:\/\//],
		['http://[bad', /must be an address that begins with https:\/\/ or http:\/\//],
	])('an address that is none: %j', async (baseUrl, message) => {
		expect(await tested(type, { baseUrl, ...secret(true) })).toEqual({
			status: 'Error',
			message: expect.stringMatching(message),
		});
	});

	test.each([
		[
			/must not contain a user name or a password/,
			(url: string) => url.replace('//', '//user:hush-hush@'),
		],
		[/must not contain \? or #/, (url: string) => `${url}?key=hush-hush`],
	])('an address that is refused with %s, before anything is sent', async (message, changed) => {
		const answer = await tested(type, { baseUrl: changed(sandbox.it.baseUrl), ...secret(true) });
		expect(answer).toEqual({ status: 'Error', message: expect.stringMatching(message) });
		expect(answer.message).not.toContain('hush-hush');
		expect(sandbox.requests()).toEqual([]);
	});

	test('a secret that was left empty', async () => {
		expect(await tested(type, { baseUrl: sandbox.it.baseUrl })).toEqual({
			status: 'Error',
			message: expect.stringMatching(/ is empty: enter the /),
		});
	});

	test('nobody there', async () => {
		const port = await closedPort();
		expect(
			await tested(type, { baseUrl: `http://127.0.0.1:${port}/api`, ...secret(true) }),
		).toEqual({
			status: 'Error',
			message: expect.stringContaining(`Nothing answers at 127.0.0.1:${port}`),
		});
	});

	test('a server that speaks http', async () => {
		const baseUrl = `${server.url.replace('http:', 'https:')}/api`;
		expect(await tested(type, { baseUrl, ...secret(true) })).toEqual({
			status: 'Error',
			message: expect.stringContaining('does not use https here'),
		});
	});

	test.each(['<!doctype html><title>Welcome</title>', 'It works!'])(
		'a website that answers everything with %j',
		async (page) => {
			server.answer = (_, response) => response.end(page);
			expect(await tested(type, { baseUrl: server.url, ...secret(true) })).toEqual({
				status: 'Error',
				message: expect.stringMatching(/ends with \/api/),
			});
		},
	);

	test.each([
		[429, 'OK', /accepts it/],
		[404, 'Error', /The API is not at this address \(HTTP status 404\)/],
		[405, 'Error', /The API is not at this address \(HTTP status 405\)/],
		[302, 'Error', /The API is not at this address \(HTTP status 302\)/],
		[500, 'Error', /^The service answered with HTTP status 500: out of order\. /],
		[401, 'Error', /not accepted/],
	])('an answer of %d: %s', async (code, status, message) => {
		server.answer = (_, response) =>
			response
				.writeHead(code, { 'content-type': 'application/json', location: '/elsewhere' })
				.end(code === 500 ? '{"error":{"message":"out of order"}}' : '');
		expect(await tested(type, { baseUrl: server.url, ...secret(true) })).toEqual({
			status,
			message: expect.stringMatching(message),
		});
	});

	test('a reason that holds the secret is shown without it', async () => {
		const [said = ''] = Object.values(secret(false)).slice(-1).map(String);
		server.answer = (_, response) =>
			response
				.writeHead(400, { 'content-type': 'application/json' })
				.end(JSON.stringify({ error: { message: `"${said}" is odd` } }));
		expect(await tested(type, { baseUrl: server.url, ...secret(false) })).toEqual({
			status: 'Error',
			message:
				'The service answered with HTTP status 400: "[hidden]" is odd. Check the Base URL, or try again later.',
		});
	});

	test.each([200, 500])(
		'an answer of %d that is larger than any may be is not taken in, and its connection is closed',
		async (code) => {
			const closed = new Promise<void>((resolve, reject) => {
				server.answer = (_, response) =>
					void bomb(response, code, 'application/json', '{"balance":').then(resolve, reject);
			});
			const answer = await withinMemory(
				async () => await tested(type, { baseUrl: server.url, ...secret(true) }),
			);
			expect(answer).toEqual({
				status: 'Error',
				message: `The answer from ${new URL(server.url).host} is too large. Check the Base URL of the credential.`,
			});
			await closed;
		},
	);

	test('an answer that comes byte by byte is not waited for, and its connection is closed', async () => {
		const passed = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => late.signal);
		const late = new AbortController();
		const closed = new Promise<void>((resolve) => {
			server.answer = (_, response) => {
				response
					.once('close', resolve)
					.writeHead(200, { 'content-type': 'application/json' })
					.write('{', () => setImmediate(() => late.abort()));
			};
		});
		expect(await tested(type, { baseUrl: server.url, ...secret(true) })).toEqual({
			status: 'Error',
			message: expect.stringMatching(/^No answer from .* in time/),
		});
		await closed;
		passed.mockRestore();
	});

	test('a failure without a reason, and a credential that is empty', async () => {
		server.answer = (_, response) => response.writeHead(503).end();
		expect(await tested(type, { baseUrl: server.url, ...secret(true) })).toEqual({
			status: 'Error',
			message: expect.stringMatching(
				/^The service answered with HTTP status 503: it gave no reason\. /,
			),
		});
		expect(await tested(type, {})).toEqual({
			status: 'Error',
			message: expect.stringContaining('must be an address'),
		});
	});
});

test('a key that may not see the balance is a good key; a session that may not see the scopes is none', async () => {
	server.answer = (_, response) => response.writeHead(403).end();
	const said = await Promise.all(
		kinds.map(
			async ([type, secret]) =>
				(await tested(type, { baseUrl: server.url, ...secret(true) })).status,
		),
	);
	expect(said).toEqual(['OK', 'Error']);
});

test.each([
	[{ message: 'Invalid API key' }, 'Error'],
	[{ message: 'The API key is not valid' }, 'Error'],
	[{ message: 'Unauthorized', code: 'invalid_api_key' }, 'Error'],
	[{ message: 'Your token has been revoked' }, 'Error'],
	[{ message: 'No such key' }, 'Error'],
	[{ message: 'API key lacks the scope billing:read' }, 'OK'],
	[{ message: 'This key is not allowed to see the balance' }, 'OK'],
	[{ message: 'Forbidden' }, 'OK'],
])('a key that is answered with 403 and %j: %s', async (error, status) => {
	server.answer = (_, response) =>
		response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
	expect(
		await tested('mediaGenerationApi', { baseUrl: server.url, apiKey: 'some-key' }),
	).toMatchObject({ status });
});

test.each([
	[
		{ mechanism: 'header', headerName: 'x-session-token:' },
		/^The credential’s Header Name must consist of .* such as x-session-token$/,
	],
	[
		{ mechanism: 'header', headerName: 'x-session-token: a-secret' },
		/^The credential’s Header Name must consist of letters, digits and hyphens only/,
	],
	[
		{ mechanism: 'header', headerName: '' },
		/^The credential’s Header Name must consist of letters, digits and hyphens only/,
	],
	[
		{ mechanism: 'cookie', cookieName: '' },
		/^The credential’s Cookie Name must consist of letters, digits and hyphens only/,
	],
])('a session under a name that cannot be sent: %j', async (named, message) => {
	const data = { baseUrl: sandbox.it.baseUrl, sessionToken: sandbox.it.session.value, ...named };
	const answer = await tested('mediaGenerationSessionApi', data);
	expect(answer).toEqual({ status: 'Error', message: expect.stringMatching(message) });
	expect(answer.message).not.toContain('a-secret');
	const { error } = await runNode({
		parameters: { resource: 'apiKey', operation: 'create', name: 'New', scopes: ['image:*'] },
		credentials: { ...sandbox.credentials(), mediaGenerationSessionApi: data },
	});
	expect(error?.message).toMatch(message);
	expect(sandbox.requests()).toEqual([]);
});
