import { greet } from '../../host/demo';
import { DEMO_OWNER, FIRST_EXAMPLE } from '../../host/provision';

const sandbox = {
	baseUrl: 'http://127.0.0.1:8787/api',
	apiKey: 'a-key',
	session: { header: 'x-developer-session', value: 'a-session' },
};
const greeting = greet(
	['n8n 9.9.9 is ready:', 'http://127.0.0.1:5678'],
	sandbox,
	{ imported: ['A chat', FIRST_EXAMPLE], kept: ['An artist'] },
	[['Log:', '/somewhere/n8n.log']],
);
const lines = greeting.split('\n').map((line) => line.trim());

test.each([
	['where n8n is', /^n8n 9\.9\.9 is ready: +http:\/\/127\.0\.0\.1:5678$/],
	['the password', new RegExp(`${DEMO_OWNER.password}$`)],
	['the base URL of a credential', new RegExp(`^Base URL +${sandbox.baseUrl}$`)],
	['its key', /^API Key +a-key$/],
	['the session', /^Session +x-developer-session: a-session$/],
	['where the log is', /^Log: +\/somewhere\/n8n\.log$/],
])('the greeting has %s', (_, line) => expect(lines).toContainEqual(expect.stringMatching(line)));

test('each workflow has a line of its own, the first to try first', () => {
	const from = lines.findIndex((line) => line.includes(FIRST_EXAMPLE));
	expect(lines.slice(from + 1, from + 3)).toEqual(['A chat', 'An artist']);
});
