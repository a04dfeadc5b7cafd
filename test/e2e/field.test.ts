import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { outputOf, useRealN8n } from '../support/realN8n';
import { IMAGE, modelId } from '../support/sandbox';
import { inARow, NODE_TYPE, start } from '../support/workflowFiles';

/** An address of another network, which nobody calls: the proxy refuses to connect. */
const ELSEWHERE = '192.0.2.1';
/** An n8n as people run it: protected, behind a proxy, and known to itself as localhost only. */
const env: NodeJS.ProcessEnv = {
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32,192.0.2.0/24',
};
let proxy: Server;
const asked: Array<string | undefined> = [];
beforeAll(async () => {
	proxy = createServer();
	proxy.on('connect', ({ url }, socket) => {
		asked.push(url);
		socket.end(
			'HTTP/1.1 403 Forbidden\r\nX-Squid-Error: ERR_ACCESS_DENIED 0\r\nContent-Length: 0\r\n\r\n',
		);
	});
	await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
	env.HTTPS_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(async () => await new Promise((resolve) => proxy.close(resolve)));
beforeEach(() => asked.splice(0));

const real = useRealN8n({ env });

const generate = { ...IMAGE, prompt: 'x' };
const edit = {
	resource: 'image',
	operation: 'edit',
	prompt: 'redder',
	model: modelId('standard'),
	image_urls: ['data'],
};
/** The credentials of an account with a service at another address. */
async function at(baseUrl: string): Promise<typeof real.credentials> {
	const { id, name } = await real.client.createCredential('mediaGenerationApi', baseUrl, {
		baseUrl,
		apiKey: real.sandbox.apiKey,
	});
	return { mediaGenerationApi: { id, name } };
}

/** What becomes of an edit of a picture that the node before has made. */
async function editMade(
	parameters: object,
	{ credentials = real.credentials, binaryMode = 'separate' } = {},
) {
	const workflow = inARow(
		start(),
		real.ours('Made', NODE_TYPE, generate),
		real.ours(
			'Media Generation',
			NODE_TYPE,
			{ ...edit, ...parameters },
			{ credentials, onError: 'continueRegularOutput' },
		),
	);
	const { id } = await real.client.importWorkflow({
		...workflow,
		settings: { ...workflow.settings, binaryMode } as never,
	});
	const execution = await real.client.waitForExecution(await real.client.startWorkflow(id));
	const hints = execution.data.resultData.runData['Media Generation']?.[0]?.hints
		?.map(({ message }) => message)
		.join('\n');
	return { execution, item: outputOf(execution)[0], hints };
}

test('Binary Mode Combined: a file of the item is taken, and what would pause waits here and says why', async () => {
	const { execution, item, hints } = await editMade(
		{ waitFor: 'callback' },
		{ binaryMode: 'combined' },
	);
	expect(outputOf(execution, 'Made')[0]).toMatchObject({
		_files: { data: { mimeType: 'image/png' } },
	});
	expect(item).toMatchObject({ status: 'completed', _files: { data: { mimeType: 'image/png' } } });
	expect(hints).toMatch(/Binary Mode is Combined/);
});

describe('nothing may have been paid for, and it is named what is in the way', () => {
	const errorAt = async (baseUrl: string) => {
		const execution = await real.run(generate, [{}], {
			credentials: await at(baseUrl),
			onError: 'continueRegularOutput',
		});
		const [item] = outputOf(execution);
		expect(item?.status).toBe('failed');
		expect(JSON.stringify(item)).not.toContain('may_be_paid');
		expect(real.sandbox.sandbox.requests).toEqual([]);
		return item?.error;
	};

	test('n8n’s own protection', async () => {
		expect(await errorAt(real.sandbox.baseUrl.replace('127.0.0.1', '127.0.0.2'))).toMatch(
			/This n8n does not let its workflows reach 127\.0\.0\.2.*SSRF/,
		);
	});

	test('a proxy that connects to nobody: it is asked again', async () => {
		expect(await errorAt(`https://${ELSEWHERE}/api`)).toMatch(
			/The proxy that this n8n uses does not connect it to 192\.0\.2\.1.*403/,
		);
		expect(asked.length).toBeGreaterThan(1);
	});
});

test.each([{}, { options: { dryRun: true } }])(
	'an n8n known as localhost only: a file is refused before anything is sent, with the ways out: %j',
	async (more) => {
		const { item } = await editMade(more, { credentials: await at(`https://${ELSEWHERE}/api`) });
		const told = JSON.stringify(item);
		expect(told).toMatch(
			/The service at 192\.0\.2\.1 cannot fetch files from this n8n at 127\.0\.0\.1/,
		);
		expect(told).toMatch(/N8N_WEBHOOK_URL.*File: Send in Request up to \(MiB\)/);
		expect(asked).toEqual([]);
	},
);
