import '../../../support/engine';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, ICredentialTestFunction, INodeCredentialTestResult } from 'n8n-workflow';
import { MediaGeneration } from '../../../../nodes/MediaGeneration/MediaGeneration.node';
import { SESSION_HEADER } from '../../../../sandbox';
import { useSandbox } from '../../../support/sandbox';
import { useServer } from '../../../support/server';

const sandbox = useSandbox();
const server = useServer();

/** What the Test button of a credential says, by the function that n8n would call for it. */
async function tested(type: string, data: ICredentialDataDecryptedObject): Promise<INodeCredentialTestResult> {
	const node = new MediaGeneration() as MediaGeneration & { methods: { credentialTest?: Record<string, ICredentialTestFunction> } };
	const { testedBy } = node.description.credentials?.find(({ name }) => name === type) ?? {};
	const test = typeof testedBy === 'string' ? node.methods.credentialTest?.[testedBy] : undefined;
	if (!test) throw new Error(`${type} has no test that can say in words what is wrong`);
	return await test.call(new CredentialTestContext(), { id: '1', name: type, type, data });
}

const session = { mechanism: 'header', headerName: SESSION_HEADER };
const kinds: ReadonlyArray<readonly [type: string, secret: (right: boolean) => ICredentialDataDecryptedObject]> = [
	['mediaGenerationApi', (right) => ({ apiKey: right ? sandbox.it.apiKey : 'a-wrong-key' })],
	['mediaGenerationSessionApi', (right) => ({ ...session, sessionToken: right ? sandbox.it.session.value : 'a-wrong-session' })],
];

async function closedPort(): Promise<number> {
	const closed = createTcpServer();
	await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
	const { port } = closed.address() as AddressInfo;
	await new Promise((resolve) => closed.close(resolve));
	return port;
}

describe.each(kinds)('the test of %s', (type, secret) => {
	test('one that is right', async () => {
		expect(await tested(type, { baseUrl: sandbox.it.baseUrl, ...secret(true) })).toMatchObject({ status: 'OK' });
	});

	test('a wrong secret', async () => {
		const { status, message } = await tested(type, { baseUrl: sandbox.it.baseUrl, ...secret(false) });
		expect({ status, message }).toEqual({ status: 'Error', message: expect.stringMatching(/not accepted/) });
		expect(message).not.toContain('a-wrong');
	});

	test.each(['media.example.com/api', 'ftp://media.example.com', 'http://[bad', '   '])('an address that is none: %j', async (baseUrl) => {
		expect(await tested(type, { baseUrl, ...secret(true) })).toEqual({ status: 'Error', message: expect.stringContaining('The address needs http:// or https://') });
	});

	test('nobody there', async () => {
		const port = await closedPort();
		expect(await tested(type, { baseUrl: `http://127.0.0.1:${port}/api`, ...secret(true) })).toEqual({ status: 'Error', message: expect.stringContaining(`Nothing answers at 127.0.0.1:${port}`) });
	});

	test('a server that speaks http', async () => {
		const baseUrl = `${server.url.replace('http:', 'https:')}/api`;
		expect(await tested(type, { baseUrl, ...secret(true) })).toEqual({ status: 'Error', message: expect.stringContaining('This server speaks http, not https') });
	});

	test('an address where nothing of the kind is', async () => {
		expect(await tested(type, { baseUrl: `${server.url}/elsewhere`, ...secret(true) })).toEqual({ status: 'Error', message: expect.stringMatching(/Base URL/) });
	});
});
