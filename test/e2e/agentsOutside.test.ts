import { agentModel } from '../support/agentModel';
import { outsideAgent } from '../support/agentOutside';
import { useRealN8n } from '../support/realN8n';
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
const sent = (path: string) =>
	real.sandbox.sandbox.requests.filter((request) => request.path === path);
const images = () => sent('/v1/images/generations');
const calls = (count: number, name = 'draw') =>
	Array.from({ length: count }, (_, index) => ({ name, arguments: { prompt: `fox ${index}` } }));

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
