import { greet } from '../../host/greeting';
import { DEMO_OWNER, FIRST_EXAMPLE } from '../../host/provision';

const sandbox = {
	baseUrl: 'http://127.0.0.1:8787/api',
	apiKey: 'a-key',
	session: { header: 'x-developer-session', value: 'a-session' },
};
const greeting = greet({
	what: 'n8n 9.9.9',
	baseUrl: 'http://127.0.0.1:5678',
	sandbox,
	provisioned: { imported: ['A chat', FIRST_EXAMPLE], kept: ['An artist'] },
	more: [['Log:', '/somewhere/n8n.log']],
});

test('the greeting has all that a credential made by hand needs, and where n8n and its log are', () => {
	const told = [
		sandbox.baseUrl,
		sandbox.apiKey,
		`${sandbox.session.header}: ${sandbox.session.value}`,
		DEMO_OWNER.password,
	];
	for (const text of [
		...told,
		'n8n 9.9.9 is ready:',
		'http://127.0.0.1:5678',
		'/somewhere/n8n.log',
	])
		expect(greeting).toContain(text);
});

test('each workflow has a line of its own, the first to try first', () => {
	const lines = greeting.split('\n').map((line) => line.trim());
	const from = lines.findIndex((line) => line.includes(FIRST_EXAMPLE));
	expect(lines.slice(from + 1, from + 3)).toEqual(['A chat', 'An artist']);
});

test('what labels stand for is aligned', () => {
	const columns = ['http://127.0.0.1:5678', 'A chat', 'a-key', '/somewhere'].map((text) =>
		greeting
			.split('\n')
			.find((line) => line.includes(text))
			?.indexOf(text),
	);
	expect(new Set(columns).size).toBe(1);
});
