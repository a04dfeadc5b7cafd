import { agentModel } from '../support/agentModel';
import { outsideAgent } from '../support/agentOutside';
import { outputOf, useRealN8n } from '../support/realN8n';
import { modelId } from '../support/sandbox';
import { useServer } from '../support/server';

const real = useRealN8n();
const server = useServer();
let model = agentModel();
beforeEach(() => {
	model = agentModel();
	server.answer = (request, response) => void model.answer(request, response);
});

const agentOf = async (tools: Record<string, object>) =>
	await outsideAgent(real, { url: server.url, of: model }, tools);
const asked = (name: string) => `={{ $fromAI('${name}', '', 'string') }}`;
const draw = (more: object = {}) => ({
	resource: 'image',
	operation: 'generate',
	prompt: asked('prompt'),
	model: modelId('model-dev'),
	...more,
});
const images = () => real.sent('/images/generations');
const calls = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		name: 'draw',
		arguments: { prompt: `fox ${index}` },
	}));

test('of fifty calls of one conversation within a dollar, ten are paid and forty refused in words', async () => {
	const agent = await agentOf({ draw: draw({ maxCostPerCall: 1 }) });
	const answers: string[] = [];
	for (let message = 0; message < 10; message++) answers.push(...(await agent.call(...calls(5))));
	expect(answers).toHaveLength(50);
	expect(images()).toHaveLength(10);
	const refused = answers.filter((answer) => answer.includes('error'));
	expect(refused).toHaveLength(40);
	for (const answer of refused) {
		expect(answer).toContain('more than the Maximum Cost per Call of $1.00');
		expect(answer).toContain('do not call again');
	}
	expect(answers.filter((answer) => answer.includes('/media/'))).toHaveLength(10);
});

test.each<[string, object]>([
	['Pay Once', { payOnceFor: 'fox' }],
	['a day’s budget', { maxCostPerDay: 1 }],
])('%s is refused before anything is sent, in words', async (_, options) => {
	const agent = await agentOf({ draw: draw({ options: { ledger: 'Media', ...options } }) });
	const [answer] = await agent.call(...calls(1));
	expect(answer).toContain('The ledger cannot be used here');
	expect(answer).toContain('Trying again does not help');
	expect(answer).not.toMatch(/constraint|NULL/);
	expect(images()).toEqual([]);
});

test('a pause becomes waiting, and says so', async () => {
	const agent = await agentOf({ draw: draw({ waitFor: 'callback' }) });
	const [answer] = await agent.call(...calls(1));
	expect(answer).toContain('/media/');
	expect(answer).toContain('A tool cannot pause the workflow');
});

test('a call that may be paid for is not sent again, and says so', async () => {
	real.fault = ({ path }) =>
		path === '/v1/images/generations'
			? { when: 'after', give: Response.json({ error: { message: 'oops' } }, { status: 500 }) }
			: undefined;
	// Another setting, as tools that are set alike share their sum.
	const agent = await agentOf({ draw: draw({ maxCostPerCall: 0.5 }) });
	const [first] = await agent.call(...calls(1));
	const [second] = await agent.call(...calls(1));
	expect(images()).toHaveLength(1);
	for (const answer of [first, second]) expect(answer).toContain('may_be_paid');
});

/** Makes something to work on, and gives its address. */
const made = async (parameters: object) =>
	String(outputOf(await real.run({ ...parameters, options: { download: false } }))[0]?.url);
const image = async () => await made(draw({ prompt: 'A lighthouse' }));
const clip = {
	resource: 'video',
	operation: 'generate',
	prompt: 'Waves',
	model: modelId('t2v-turbo'),
	specifyParameters: 'json',
	parametersJson: '{"seconds": 5, "resolution": "480p"}',
};
const messages = { message: [{ role: 'user', content: 'Hello' }] };
const large = modelId('sandbox-chat-large');
const small = modelId('sandbox-chat-small');

test.each<[operation: string, () => object | Promise<object>, answer: string]>([
	['billing.getBalance', () => ({}), 'available'],
	['billing.getTransactions', () => ({}), 'success'],
	['billing.estimateCost', () => ({}), 'success'],
	['model.getMany', () => ({}), 'model-dev'],
	['model.get', () => ({ model: modelId('model-dev') }), 'model-dev'],
	['apiKey.create', () => ({ keyName: 'K' }), 'is turned off for agents'],
	['ledger.getMany', () => ({}), 'The ledger cannot be used here'],
	['image.edit', async () => ({ prompt: 'Winter', image_urls: [await image()] }), '/media/'],
	['image.describe', async () => ({ model: large, images: [await image()] }), 'sandbox-chat-large'],
	['video.generate', () => clip, '/media/'],
	['video.upscale', async () => ({ video_url: await made(clip) }), '/media/'],
	['chat.complete', () => ({ model: small, messages }), 'sandbox-chat-small'],
])('%s answers, and tells no key', async (name, parameters, expected) => {
	const [resource, operation] = name.split('.');
	const agent = await agentOf({ tool: { resource, operation, ...(await parameters()) } });
	const [answer] = await agent.call({ name: 'tool', arguments: {} });
	expect(answer).toContain(expected);
	expect(answer).not.toContain(real.sandbox.apiKey);
});
