import { bytesOf, runNode } from '../../../support/engine';
import { useServer } from '../../../support/server';

const api = useServer();
const media = useServer();
const KEY = 'a-key-that-must-stay-home';
const generate = async (url = `${media.url}/files/picture.webp?token=1`, options: object = {}) => {
	api.answer = (_, response) =>
		response.setHeader('content-type', 'application/json').end(JSON.stringify({ job_id: 'j-1', status: 'completed', url, model: 'm' }));
	return await runNode({
		parameters: { resource: 'image', operation: 'generate', prompt: 'x', model: { __rl: true, mode: 'id', value: 'm' }, options } as never,
		credentials: { mediaGenerationApi: { baseUrl: `${api.url}/api`, apiKey: KEY } },
	});
};

test('the file comes without the key, with the type its host gives', async () => {
	media.answer = (_, response) => response.setHeader('content-type', 'image/jpeg').end('jpeg bytes');
	const { items } = await generate();
	expect(items[0]?.binary?.data).toMatchObject({ mimeType: 'image/jpeg', fileName: 'x-j-1.jpg' });
	expect((await bytesOf(items[0]?.binary?.data)).toString()).toBe('jpeg bytes');
	expect(JSON.stringify(media.requests.map(({ headers }) => headers))).not.toContain(KEY);
});

test.each([
	['application/octet-stream', 'image/webp'],
	['binary/octet-stream', 'image/webp'],
	[undefined, 'image/webp'],
	['IMAGE/PNG; charset=binary', 'image/png'],
])('a type of %s makes it %s', async (header, mimeType) => {
	media.answer = (_, response) => (header ? response.setHeader('content-type', header) : response).end('bytes');
	expect((await generate()).items[0]?.binary?.data?.mimeType).toBe(mimeType);
});

test('a file that stands in the answer itself is taken from it', async () => {
	const { items } = await generate(`data:image/png;base64,${Buffer.from('png bytes').toString('base64')}`);
	expect(items[0]?.binary?.data?.mimeType).toBe('image/png');
	expect((await bytesOf(items[0]?.binary?.data)).toString()).toBe('png bytes');
	expect(media.requests).toEqual([]);
});

test('a redirect of the media host is followed', async () => {
	media.answer = (request, response) =>
		request.url === '/moved' ? response.setHeader('content-type', 'image/png').end('x') : response.writeHead(302, { location: '/moved' }).end();
	expect((await generate()).items[0]?.binary?.data?.mimeType).toBe('image/png');
});

test('a file that is not there fails, and the error names the job that was paid for', async () => {
	media.answer = (_, response) => response.writeHead(404).end('gone');
	const { error } = await generate();
	expect(error?.message).toMatch(/could not be downloaded: HTTP status 404/);
	expect(error?.context?.details).toMatchObject({ job_id: 'j-1' });
});

test('a transfer that breaks is begun again, and half a file never looks like a whole one', async () => {
	media.answer = (_, response) => {
		response.writeHead(200, { 'content-type': 'image/png', 'content-length': 10 });
		if (media.requests.length < 3) response.write('half', () => response.destroy());
		else response.end('0123456789');
	};
	const { items, error } = await generate();
	expect(error).toBeUndefined();
	expect((await bytesOf(items[0]?.binary?.data)).toString()).toBe('0123456789');
	expect(media.requests).toHaveLength(3);
});

test('a transfer that goes on breaking fails, naming the job', async () => {
	media.answer = (_, response) => response.writeHead(200, { 'content-type': 'image/png', 'content-length': 10 }).write('half', () => response.destroy());
	const { error } = await generate();
	expect(error?.context?.details).toMatchObject({ job_id: 'j-1' });
	expect(media.requests).toHaveLength(3);
});

test.each([
	['told beforehand', true],
	['found on the way', false],
])('a file over the cap is refused: %s', async (_, told) => {
	const bytes = Buffer.alloc(2 * 1024 * 1024);
	media.answer = (_request, response) => response.writeHead(200, { 'content-type': 'image/png', ...(told && { 'content-length': bytes.length }) }).end(bytes);
	const { error, items } = await generate(undefined, { maxFileSize: 1 });
	expect(error?.message).toBe('The file is larger than 1 MiB, the limit in Options > Maximum File Size (MiB)');
	expect(error?.description).toBe('It was made, and is paid for. Raise the limit, and fetch it with Get Job (job j-1).');
	expect(items).toEqual([]);
});

test.each(['text/html', 'application/json', 'application/xml', 'video/mp4'])('%s instead of a picture is refused', async (type) => {
	media.answer = (_, response) => response.setHeader('content-type', type).end('<html>log in</html>');
	expect((await generate()).error?.message).toMatch(new RegExp(`^The file at 127\\.0\\.0\\.1:\\d+ is ${type}, not an image$`));
});
