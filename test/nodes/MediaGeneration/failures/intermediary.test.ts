import { runNode } from '../../../support/engine';
import { modelId } from '../../../support/sandbox';
import { useServer } from '../../../support/server';

const server = useServer();
beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

async function told(
	status: number,
	headers: Record<string, string>,
	body: string,
	parameters: object,
) {
	server.answer = (_, response) => response.writeHead(status, headers).end(body);
	const { error } = await runNode({
		parameters: parameters as never,
		credentials: {
			mediaGenerationApi: { baseUrl: `${server.url}/api`, apiKey: 'a-key-that-is-long' },
			mediaGenerationSessionApi: {
				baseUrl: `${server.url}/api`,
				mechanism: 'header',
				headerName: 'x-session',
				sessionToken: 'a-session-of-some-length',
			},
		},
	});
	return `${error?.message} ${error?.description}`;
}

const draw = {
	resource: 'image',
	operation: 'generate',
	prompt: 'a red fox',
	model: modelId('model-dev'),
};
const keys = { resource: 'apiKey', operation: 'getMany' };
const html = { 'content-type': 'text/html' };
const page = (title: string, body = '') =>
	`<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`;

test.each([
	[
		'a bot check',
		403,
		html,
		page('Just a moment...', '<div id="challenge-form">'),
		draw,
		/firewall or bot check .* prompt and the key are not to blame/,
	],
	[
		'a page of whatever refuses',
		403,
		html,
		page('Forbidden'),
		draw,
		/Something in front of the service refused this .* firewall or a proxy/,
	],
	[
		'a login page',
		401,
		html,
		page('Sign in', '<input type="password">'),
		keys,
		/login page answered in place .* paste the key or the session again/,
	],
	[
		'a redirect to a login page',
		302,
		{ location: '/login?next=%2F' },
		'',
		keys,
		/redirects to its login page \(\/login.*session expires/,
	],
	[
		'Basic authentication of a server in front',
		401,
		{ ...html, 'www-authenticate': 'Basic realm="staging"' },
		page('401 Authorization Required'),
		draw,
		/server in front .*Basic authentication.* key is not to blame/,
	],
	[
		'a website that answers everything',
		200,
		html,
		page('My App'),
		draw,
		/it is a web page\. Check the Base URL .*may still have been accepted/,
	],
	['a proxy', 407, {}, '', draw, /proxy on the way .*wants a login of its own .*HTTPS_PROXY/],
])(
	'%s is told by what it is, and not as moderation or a wrong address',
	async (_, status, headers, body, parameters, words) => {
		const said = await told(status, headers as Record<string, string>, body, parameters);
		expect(said).toMatch(words);
		expect(said).not.toMatch(/moderation/i);
	},
);

test.each([
	['a bot check', page('Just a moment...', '<div id="challenge-form">'), false],
	['a page that only names who is in front', page('Busy', 'DDoS protection by Shield'), true],
	['the service itself', '{"error":{"message":"busy, no challenge"}}', true],
])('503 of %s may have been paid for: %#', async (_, body, mayBePaid) => {
	const said = await told(503, body.startsWith('<') ? html : {}, body, draw);
	expect(/may still have been accepted and paid/.test(said)).toBe(mayBePaid);
	expect(/firewall or bot check/.test(said)).toBe(!mayBePaid);
	expect(server.requests).toHaveLength(1);
});

test.each([
	[
		'the service’s own refusal',
		403,
		'{"error":{"message":"prompt refused","code":"moderation"}}',
		/prompt refused .*moderation/,
	],
	[
		'the service’s own word for a key',
		401,
		'{"error":{"message":"bad key"}}',
		/bad key The API key/,
	],
])('%s stays that', async (_, status, body, words) => {
	expect(await told(status, { 'content-type': 'application/json' }, body, draw)).toMatch(words);
});
