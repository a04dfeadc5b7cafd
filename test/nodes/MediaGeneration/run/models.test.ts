import { runNode } from '../../../support/engine';
import { modelId, useSandbox } from '../../../support/sandbox';

const sandbox = useSandbox({ balanceUsd: '1000' });

const draw = async (models: string[], settings: object = {}) =>
	await runNode({
		parameters: {
			resource: 'image',
			operation: 'generate',
			prompt: 'a fox',
			model: modelId('={{ $json.model }}'),
			options: { download: false },
		} as never,
		items: models.map((model) => ({ json: { model } })),
		credentials: sandbox.credentials(),
		settings,
	});
const sent = () =>
	sandbox.requests('POST').filter(({ path }) => path === '/v1/images/generations').length;
const asked = () => sandbox.requests('GET').filter(({ path }) => path === '/v1/models').length;

test('a model that the service does not have ends a batch before its first item is paid for', async () => {
	const { error } = await draw(['model-dev', 'model-dev', 'modle-dev', 'model-dev']);
	expect(error).toMatchObject({
		message: 'The service has no model modle-dev',
		context: { itemIndex: 2 },
	});
	expect([sent(), asked()]).toEqual([0, 1]);
});

test('where the node goes on, only its items fail, with nothing sent for them', async () => {
	const { items } = await draw(['modle-dev', 'model-dev', 'modle-dev'], {
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json }) => json.error ?? json.status)).toEqual([
		'The service has no model modle-dev',
		'completed',
		'The service has no model modle-dev',
	]);
	expect(sent()).toBe(1);
});

test('one that only the service knows is sent', async () => {
	const { items } = await draw(['model-dev', 'sandbox-image-quality']);
	expect(items.map(({ json }) => json.status)).toEqual(['completed', 'completed']);
});

test.each([
	['cannot be had', Response.json({ error: { message: 'no' } }, { status: 500 })],
	['tells of none that the package knows', Response.json({ data: [{ id: 'chat-1' }] })],
])('a list that %s is nothing to compare with: the service decides', async (_, answer) => {
	sandbox.fault = ({ path }) =>
		path === '/v1/models' ? { when: 'before', give: answer.clone() } : undefined;
	const { items } = await draw(['model-dev', 'a-model-of-tomorrow'], {
		onError: 'continueRegularOutput',
	});
	expect(items[0]?.json.status).toBe('completed');
	expect(items[1]?.json.error).not.toMatch(/^The service has no model/);
	expect(sent()).toBe(2);
});

test('models of the catalog, and a single item, are compared with nothing', async () => {
	await draw(['model-dev', 'model-pro']);
	await draw(['modle-dev']);
	expect(asked()).toBe(0);
});
