import { connect } from 'node:net';
import { missingServers, placeEnv, postgresUrls, redisUrl } from '../../host/queue/place';
import { startProxy, type Passed, type WebhookProxy } from '../../host/queue/proxy';
import { QueueProcess, type QueueProcessOptions } from '../../host/queue/start';
import { listening, type Listening } from '../support/listening';

const NOBODY = 'http://127.0.0.1:1';

describe('the proxy before webhook processes', () => {
	const servers: Listening[] = [];
	let proxy: WebhookProxy;
	const passed: Passed[] = [];
	const targets = { main: '', webhooks: [] as string[] };

	/** Answers with its own name and with what it was sent. */
	const named = async (name: string) => {
		const server = await listening((request, response) => {
			let text = '';
			request.on('data', (chunk) => (text += chunk));
			request.on('end', () =>
				response
					.writeHead(202, { 'x-name': name })
					.end(`${name} ${request.method} ${request.url} ${text}`),
			);
		});
		servers.push(server);
		return server.url;
	};
	const call = async (path: string) =>
		await fetch(`${proxy.url}${path}`, { method: 'POST', body: 'hello' });
	const nameOf = async (path: string) => (await call(path)).headers.get('x-name');

	beforeAll(async () => {
		targets.main = await named('main');
		targets.webhooks = [await named('first'), await named('second')];
		proxy = await startProxy(
			{ main: () => targets.main, webhooks: () => targets.webhooks },
			{ onPassed: (one) => passed.push(one) },
		);
	});
	afterAll(async () => {
		await proxy.stop();
		for (const server of servers) await server.close();
	});
	beforeEach(() => {
		proxy.choice = 'roundRobin';
		passed.length = 0;
	});

	test('webhooks go to the webhook processes in turn, all else to the main process, as they were sent', async () => {
		const paths = [
			'/webhook/a',
			'/webhook-waiting/7?signature=x',
			'/webhook-test/a',
			'/rest/login',
			'/webhooks',
		];
		const names = [];
		for (const path of paths) names.push(await nameOf(path));
		expect([...names.slice(0, 2)].sort()).toEqual(['first', 'second']);
		expect(names.slice(2)).toEqual(['main', 'main', 'main']);
		const answer = await call('/rest/x?y=1');
		expect([answer.status, await answer.text()]).toEqual([202, 'main POST /rest/x?y=1 hello']);
		expect(passed.at(-1)).toMatchObject({ method: 'POST', path: '/rest/x?y=1', status: 202 });
	});

	test('a process that takes no connection is passed over', async () => {
		const [first, second] = targets.webhooks as [string, string];
		targets.webhooks = [NOBODY, second];
		expect([await nameOf('/webhook/a'), await nameOf('/webhook/a')]).toEqual(['second', 'second']);
		targets.webhooks = [NOBODY];
		expect((await call('/webhook/a')).status).toBe(502);
		targets.webhooks = [
			new QueueProcess({ name: 'not started', role: 'webhook' } as QueueProcessOptions).baseUrl,
		];
		expect((await call('/webhook/a')).status).toBe(502);
		targets.webhooks = [first, second];
		proxy.choice = 'none';
		expect((await call('/webhook/a')).status).toBe(502);
	});
});

describe('a caller that leaves before there is an answer', () => {
	test.each([
		['once the process has the request', true],
		['as soon as it has sent the request', false],
	])('%s: is told of, with no status', async (_, waits) => {
		let took = () => {};
		const taken = new Promise<void>((resolve) => (took = resolve));
		const silent = await listening(() => took());
		const target = silent.url;
		let proxy: WebhookProxy | undefined;
		const passed = await new Promise<Passed>((resolve, reject) => {
			const call = async () => {
				proxy = await startProxy(
					{ main: () => target, webhooks: () => [target] },
					{ onPassed: resolve },
				);
				const { hostname, port } = new URL(proxy.url);
				const caller = connect({ host: hostname, port: Number(port) });
				caller.once('error', reject);
				caller.write('POST /webhook/a HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n', () => {
					if (waits) void taken.then(() => caller.destroy());
					else caller.destroy();
				});
			};
			call().catch(reject);
		});
		expect(passed).toMatchObject({ method: 'POST', path: '/webhook/a', status: null });
		await proxy?.stop();
		await silent.close();
	});
});

describe('where PostgreSQL and Redis are', () => {
	test('what is missing is named, with its address and how to get it, and no password', async () => {
		const sentence = await missingServers({
			postgres: 'postgres://me:secret@127.0.0.1:1/x',
			redis: 'redis://127.0.0.1:2',
		});
		expect(sentence).toMatch(/no PostgreSQL at 127\.0\.0\.1:1 .*no Redis at 127\.0\.0\.1:2 /);
		expect(sentence).toMatch(/apt install postgresql/);
		expect(sentence).toMatch(/apt install redis-server/);
		expect(sentence).not.toContain('secret');
	});

	test.each([
		['mysql://me:secret@host/x', /^"mysql:\/\/…@host\/x" is not an address of PostgreSQL/],
		['postgres://me:sec/ret@host:5432/x', /^"postgres:\/\/…@host:5432\/x" is not .* as %2F/],
		['mysql://me:s@cr/et@host/x', /^"mysql:\/\/…@host\/x" is not an address/],
		['localhost:5432', /^"localhost:5432" is not an address/],
	])('%s is refused, and its password is not shown', (postgres, words) => {
		expect(() => postgresUrls({ postgres })).toThrow(words);
	});

	test('n8n gets them as its settings', () => {
		const [postgres] = postgresUrls({
			postgres: 'postgres://me:p%40ss@db.example.com/n8n?sslmode=require',
		}) as [URL];
		expect(
			placeEnv({
				name: 'own',
				postgres,
				redis: redisUrl({ redis: 'redis://:pw@cache.example.com:6380/3' }),
			}),
		).toMatchObject({
			DB_POSTGRESDB_HOST: 'db.example.com',
			DB_POSTGRESDB_PORT: '5432',
			DB_POSTGRESDB_DATABASE: 'n8n',
			DB_POSTGRESDB_USER: 'me',
			DB_POSTGRESDB_PASSWORD: 'p@ss',
			DB_POSTGRESDB_SCHEMA: 'own',
			DB_POSTGRESDB_SSL_ENABLED: 'true',
			QUEUE_BULL_REDIS_HOST: 'cache.example.com',
			QUEUE_BULL_REDIS_PORT: '6380',
			QUEUE_BULL_REDIS_PASSWORD: 'pw',
			QUEUE_BULL_REDIS_DB: '3',
			QUEUE_BULL_PREFIX: 'own',
			N8N_REDIS_KEY_PREFIX: 'own',
		});
	});
});
