import SwaggerParser from '@apidevtools/swagger-parser';
import axios from 'axios';
import { endpoints } from '../../contract/endpoints';
import { useServer } from '../support/server';
import { closeAll, ok, refused, send, serve } from './support';

afterEach(closeAll);
const receiver = useServer();

const image = { body: { model: 'model-dev', prompt: 'a fox' } };
const overview = async ({ url }: { url: string }) =>
	// eslint-disable-next-line @typescript-eslint/no-explicit-any
	(await axios.get<Record<string, any>>(`${url}/sandbox/overview`)).data;
const turnOn = async ({ url }: { url: string }, ...names: string[]) =>
	await axios.put(`${url}/sandbox/switches`, names);

it('a page for people is served at the root', async () => {
	const { url } = await serve();
	const { data, headers } = await axios.get<string>(url);
	expect(headers['content-type']).toContain('text/html');
	expect(data).toContain('<title>Sandbox</title>');
});

it('it shows the credential, the funds, the jobs with their requests and where they were delivered', async () => {
	const running = await serve();
	receiver.answer = (_, response) => response.end();
	await ok(running, 'generateImage', { body: { ...image.body, callback_url: receiver.url } });
	await running.sandbox.settled();
	const { credential, balance, hours, jobs, jobCount } = await overview(running);
	expect(credential).toEqual({ baseUrl: running.baseUrl, apiKey: running.apiKey });
	expect(balance).toMatchObject({ available_usd: 99.9, daily_spend_usd: 0.1 });
	expect(hours).toHaveLength(24);
	expect(hours.reduce((sum: number, spent: number) => sum + spent, 0)).toBe(0.1);
	expect(jobCount).toBe(1);
	expect(jobs).toMatchObject([
		{
			values: { prompt: 'a fox' },
			status: 'completed',
			cost: 0.1,
			delivery: { url: receiver.url, outcome: 'delivered', answer: 'taken' },
		},
	]);
	expect((await axios.get(jobs[0].files[0])).headers['content-type']).toBe('image/png');
});

it('of many jobs it shows the last', async () => {
	const running = await serve();
	for (let made = 0; made < 70; made++) await ok(running, 'generateImage', image);
	const { jobs, jobCount } = await overview(running);
	expect([jobs.length, jobCount]).toEqual([60, 70]);
});

it.each([
	['busy', 'getBalance', 429, 'rate_limit_exceeded'],
	['moderation', 'generateImage', 403, 'content_moderation_failed'],
	['noFunds', 'editImage', 402, 'insufficient_funds'],
] as const)('the switch %s makes %s fail with %d', async (name, endpoint, status, code) => {
	const running = await serve();
	await turnOn(running, name);
	expect(await refused(running, endpoint, image)).toMatchObject({ status, code });
	expect((await overview(running)).switches).toContainEqual(
		expect.objectContaining({ name, isOn: true }),
	);
	await turnOn(running);
	expect((await send(running, 'getBalance')).status).toBe(200);
});

it('a lost callback is told', async () => {
	const running = await serve();
	receiver.answer = (_, response) => response.end();
	await turnOn(running, 'lostCallbacks');
	await ok(running, 'generateImage', { body: { ...image.body, callback_url: receiver.url } });
	await running.sandbox.settled();
	const { jobs } = await overview(running);
	expect(jobs[0].delivery).toMatchObject({ answer: 'lost on its way' });
	expect(receiver.requests).toEqual([]);
});

it('a page of another origin can switch nothing', async () => {
	const running = await serve();
	const sent = await axios.put(`${running.url}/sandbox/switches`, '["busy"]', {
		headers: { 'Content-Type': 'text/plain' },
		validateStatus: null,
	});
	expect(sent.status).toBe(415);
});

it('its OpenAPI description is valid and has every endpoint', async () => {
	const { url } = await serve();
	const { data } = await axios.get(`${url}/openapi.json`);
	await SwaggerParser.validate(structuredClone(data));
	const described = Object.entries<object>(data.paths).flatMap(([path, methods]) =>
		Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
	);
	expect(described.sort()).toEqual(
		Object.values(endpoints)
			.map(({ method, path }) => `${method} ${path}`)
			.sort(),
	);
});
