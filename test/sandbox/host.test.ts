import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { errorEnvelope } from '../../contract/schemas/errors';
import type { RunningSandbox } from '../../sandbox';
import { closeAll, serve } from './support';

let running: RunningSandbox;
beforeAll(async () => (running = await serve()));
afterAll(closeAll);

const GENERATE = '/api/v1/images/generations';

/** Sends a good request for a picture under a host's name. */
async function generate(host: string, path = GENERATE): Promise<{ status: number; body: unknown }> {
	const headers = { host, 'x-api-key': running.apiKey, 'content-type': 'application/json' };
	const sent = request(running.url, { method: 'POST', path, headers }).end('{"prompt":"fox"}');
	const [answer] = (await once(sent, 'response')) as [IncomingMessage];
	return { status: answer.statusCode ?? 0, body: await json(answer) };
}

/** What is answered to lines as they are. */
async function answerTo(...lines: string[]): Promise<string> {
	const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
	socket.end(`${lines.join('\r\n')}\r\n\r\n`);
	return await text(socket);
}

it.each([
	'127.0.0.1',
	'127.0.0.1:8787',
	'127.255.3.4',
	'localhost',
	'LocalHost:80',
	'sandbox.localhost:8787',
	'[::1]',
	'[::1]:8787',
])('a request for %s is answered', async (host) => {
	expect(await generate(host)).toMatchObject({ status: 200 });
});

it.each([
	'evil.example.com',
	'evil.example.com:8787',
	'localhost.evil.example.com',
	'evil-localhost',
	'127.0.0.1.evil.example.com',
	'127.0.0.1:80@evil.example.com',
	'127.0.0.256',
	'128.0.0.1',
	'0.0.0.0',
	'10.0.0.1',
	'169.254.169.254',
	'[::2]',
	'[2001:db8::1]:8787',
	'localhost:port',
])('one for %s is refused in the envelope, and does nothing', async (host) => {
	const { jobs } = running.sandbox.state;
	const before = jobs.size;
	const { status, body } = await generate(host);
	expect(status).toBe(403);
	expect(errorEnvelope.parse(body).error).toMatchObject({
		code: 'host_not_allowed',
		message: expect.stringContaining(host),
		param: '',
	});
	expect(jobs.size).toBe(before);
});

it('the address in the first line counts more than the header', async () => {
	expect(await generate('localhost', `http://evil.example.com${GENERATE}`)).toMatchObject({
		status: 403,
	});
	expect(await generate('evil.example.com', `http://127.0.0.1${GENERATE}`)).toMatchObject({
		status: 200,
	});
});

it('one without a host is refused in the envelope', async () => {
	for (const version of ['1.0', '1.1']) {
		const answer = await answerTo(
			`GET /api/v1/models HTTP/${version}`,
			`x-api-key: ${running.apiKey}`,
			'Connection: close',
		);
		expect(answer).toMatch(/^HTTP\/1\.1 403 [^]*"code":"host_not_allowed"/);
	}
});

it('files are refused too, and an address that cannot be read is told of in the envelope', async () => {
	expect(
		await answerTo('GET /media/x.png HTTP/1.1', 'Host: evil.example.com', 'Connection: close'),
	).toContain('host_not_allowed');
	expect(await answerTo('GET /a\\b HTTP/1.1', 'Host: localhost', 'Connection: close')).toMatch(
		/^HTTP\/1\.1 400 [^]*"code":"invalid_request"/,
	);
});
