import { agentModel } from '../support/agentModel';
import { outsideAgent } from '../support/agentOutside';
import { outputOf, useRealN8n } from '../support/realN8n';
import { IMAGE, VIDEO, modelId } from '../support/sandbox';
import { useServer } from '../support/server';
import { toolServer } from '../support/toolServer';

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
const draw = (more: object = {}) => ({ ...IMAGE, prompt: asked('prompt'), ...more });
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

const options = { pollInterval: 0.2, download: false };

/** Makes something to work on, and gives its address. */
const made = async (parameters: object) =>
	String(outputOf(await real.run({ ...parameters, options }))[0]?.url);

const image = async () => await made(draw({ prompt: 'A lighthouse' }));
const CLIP = {
	...VIDEO,
	prompt: 'Waves',
	specifyParameters: 'json',
	parametersJson: '{"seconds": 5, "resolution": "480p"}',
};
const OFF = 'is turned off for agents';

/** Each operation as a tool: what is said of it, or what is said outside a workflow and what inside one. */
test.each<[string, string, () => object | Promise<object>, said: string | [string, string]]>([
	['image', 'edit', async () => ({ prompt: 'Winter', image_urls: [await image()] }), '/media/'],
	[
		'image',
		'groupEdit',
		async () => ({ prompt: 'Winter', image_urls: [await image(), await image()] }),
		'/media/',
	],
	[
		'image',
		'describe',
		async () => ({ model: modelId('sandbox-chat-large'), images: [await image()] }),
		'sandbox-chat-large',
	],
	['video', 'generate', () => CLIP, '/media/'],
	[
		'video',
		'animate',
		async () => ({ prompt: 'It blinks', image_url: await image(), maxCostPerCall: 5 }),
		'/media/',
	],
	[
		'video',
		'editVideo',
		async () => ({ prompt: 'At night', video_url: await made(CLIP), maxCostPerCall: 5 }),
		'/media/',
	],
	['video', 'removeWatermark', async () => ({ video_url: await made(CLIP) }), '/media/'],
	['video', 'upscale', async () => ({ video_url: await made(CLIP) }), '/media/'],
	[
		'chat',
		'complete',
		() => ({
			model: modelId('sandbox-chat-small'),
			messages: { message: [{ role: 'user', content: 'Hello' }] },
		}),
		'sandbox-chat-small',
	],
	['billing', 'getBalance', () => ({}), 'available'],
	['billing', 'getTransactions', () => ({}), 'amount'],
	['billing', 'estimateCost', () => ({}), 'estimated_cost_usd'],
	['billing', 'setLimits', () => ({}), OFF],
	['model', 'getMany', () => ({}), 'model-dev'],
	['model', 'get', () => ({ model: modelId('model-dev') }), 'model-dev'],
	['apiKey', 'create', () => ({ name: 'K', scopes: ['image:generate'] }), OFF],
	['apiKey', 'getMany', () => ({}), 'key'],
	['ledger', 'getMany', () => ({}), ['The ledger cannot be used here', 'There is no ledger']],
])('%s: %s answers outside a workflow and inside one', async (resource, operation, given, said) => {
	const tool = { resource, operation, options, ...(await given()) };
	const agent = await agentOf({ tool });
	const server = await toolServer(real, { tool });
	const [first = ''] = await agent.call({ name: 'tool', arguments: {} });
	const second = await server.call('tool');
	const [outside, inside] = [said, said].flat();
	expect(first).toContain(outside);
	expect(second).toContain(inside);
	for (const answer of [first, second]) expect(answer).not.toContain(real.sandbox.apiKey);
});
