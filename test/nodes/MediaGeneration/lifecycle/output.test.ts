import type { IncomingMessage, ServerResponse } from 'node:http';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import sharp from 'sharp';
import { bytesOf, runNode } from '../../../support/engine';
import { IMAGE } from '../../../support/sandbox';
import { useServer } from '../../../support/server';

const server = useServer();
const KEY = 'a-key-that-must-stay-home';
const png = sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
	.png()
	.toBuffer();

/** Answers a generation with this body; whatever else is asked for by `rest`. */
function generating(
	body: object,
	rest: (request: IncomingMessage, response: ServerResponse) => unknown = (_, response) =>
		response.writeHead(404).end(),
) {
	server.answer = (request, response) =>
		request.method === 'POST'
			? response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
			: rest(request, response);
}

const generate = async (options: object = {}) =>
	await runNode({
		parameters: { ...IMAGE, prompt: 'x', options } as never,
		credentials: { mediaGenerationApi: { baseUrl: `${server.url}/api`, apiKey: KEY } },
	});
const sendPng = async (response: ServerResponse) =>
	response.setHeader('content-type', 'image/png').end(await png);
const done = { job_id: 'job-1', status: 'completed' };

test('completed, and no file to be found: the item says so, with the answer and the paths that it has', async () => {
	generating({ ...done, weird: { thing: 'abc' } });
	const { items, hints } = await generate();
	expect(items[0]?.json).toMatchObject({
		job_id: 'job-1',
		status: 'completed',
		note: expect.stringContaining('weird.thing'),
		raw: { weird: { thing: 'abc' } },
	});
	expect(hints[0]).toMatch(/no file was found/);
});

test('Answer: Paths points at the file, the job and the state', async () => {
	generating({
		weird: {
			thing: `data:image/png;base64,${(await png).toString('base64')}`,
			name: 'job-7',
			how: 'completed',
		},
	});
	const { items } = await generate({
		answerPaths: { paths: { file: 'weird.thing', job_id: 'weird.name', status: 'weird.how' } },
	});
	expect(items[0]?.json).toMatchObject({ job_id: 'job-7', status: 'completed' });
	expect(await bytesOf(items[0]?.binary?.data)).toEqual(await png);
});

test.each(['/api/files/1.png', '/files/1.png', 'files/1.png'])(
	'a file at the relative address %s lies at the API',
	async (url) => {
		generating({ ...done, url }, async ({ url: asked }, response) =>
			/\/files\/1\.png$/.test(asked ?? '')
				? await sendPng(response)
				: response.writeHead(404).end(),
		);
		const { items } = await generate();
		expect(await bytesOf(items[0]?.binary?.data)).toEqual(await png);
	},
);

test('what the service says of the request is kept where the node says nothing of it', async () => {
	server.answer = (_, response) =>
		response.setHeader('content-type', 'application/json').end(
			JSON.stringify({
				...done,
				prompt: 'a fox',
				estimated_cost_usd: 0.2,
				estimated_cost_nanos: '200000000',
			}),
		);
	const { items } = await runNode({
		parameters: {
			resource: 'image',
			operation: 'getJob',
			jobId: 'job-1',
			options: { download: false },
		},
		credentials: { mediaGenerationApi: { baseUrl: `${server.url}/api`, apiKey: KEY } },
	});
	expect(items[0]?.json).toMatchObject({
		prompt: 'a fox',
		estimated_cost_usd: 0.2,
		estimated_cost_nanos: '200000000',
	});
	generating({ ...done, prompt: 'a fox', estimated_cost_usd: 7 });
	expect((await generate({ download: false })).items[0]?.json).toMatchObject({
		prompt: 'x',
		estimated_cost_usd: 0.1,
	});
});

test.each<[object, object]>([
	[{ cost_usd: 0.2 }, { cost_usd: 0.2, cost_nanos: '200000000' }],
	[{ cost_usd: 0.2, unit: 'second' }, { other_fields: { cost_usd: 0.2 } }],
	[
		{ cost_nanos: '500', currency: { code: 'JPY' }, seed: 7 },
		{ seed: 7, other_fields: { cost_nanos: '500' } },
	],
	[{ cost_usd: null }, {}],
])(
	'what the service says it charged is told as such, and what may be something else is not: %j',
	async (told, shown) => {
		generating({ ...done, ...told });
		const { cost_usd, cost_nanos, other_fields, seed } =
			(await generate({ download: false })).items[0]?.json ?? {};
		expect(JSON.parse(JSON.stringify({ cost_usd, cost_nanos, other_fields, seed }))).toEqual(shown);
	},
);

test('an agent’s link to the stored file lasts a week', async () => {
	const sign = jest
		.spyOn(Container.get(BinaryDataService), 'createSignedToken')
		.mockReturnValue('a-token');
	generating({ ...done, url: `data:image/png;base64,${(await png).toString('base64')}` });
	const { items } = await runNode({
		parameters: { ...IMAGE, prompt: 'x', options: { keepCopy: true } },
		credentials: { mediaGenerationApi: { baseUrl: `${server.url}/api`, apiKey: KEY } },
		asTool: true,
	});
	expect(sign.mock.calls).toEqual([[expect.objectContaining({ mimeType: 'image/png' }), '7d']]);
	sign.mockRestore();
	expect(items[0]?.json.copy_url).toEqual(expect.stringContaining('a-token'));
});
