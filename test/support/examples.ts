import { randomUUID } from 'node:crypto';
import { hasEnded, nodeRun, type Execution, type StoredWorkflow } from '../../host';
import type { RealN8n } from './realN8n';
import { until } from './until';

/**
 * The example of this name as a newcomer's n8n has it.
 * @throws Error when there is none
 */
export async function exampleNamed({ client }: RealN8n, name: string): Promise<StoredWorkflow> {
	const workflow = await client.findWorkflow(name);
	if (!workflow) throw new Error(`no example ${name}`);
	return workflow;
}

/** Publishes an example whose form has this address, and waits until it is there. */
export async function publishForm(
	{ client, n8n }: RealN8n,
	{ id }: StoredWorkflow,
	address: string,
): Promise<void> {
	await client.activateWorkflow(id);
	await until(
		`${address} to be there`,
		async () => (await fetch(`${n8n.baseUrl}${address}`)).status !== 404,
	);
}

/** Sends JSON to a published workflow, as soon as its webhook is there; gives the answer. */
export async function postTo({ n8n }: RealN8n, address: string, body: object): Promise<Response> {
	const send = async () =>
		await fetch(`${n8n.baseUrl}${address}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
	let answer = await send();
	await until(
		`${address} to be there`,
		async () => answer.status !== 404 || (answer = await send()).status !== 404,
	);
	return answer;
}

/** Publishes a chat whose answers come from Chat nodes, and says something to it; `id` is the workflow's. */
export async function sayTo(
	real: RealN8n,
	workflow: StoredWorkflow,
	chatInput: string,
): Promise<{ id: string }> {
	const webhookId = randomUUID();
	const nodes = workflow.nodes.map((node) =>
		node.type.endsWith('.chatTrigger')
			? { ...node, parameters: { ...node.parameters, public: true, mode: 'hostedChat' }, webhookId }
			: node,
	);
	const { id } = await real.client.importWorkflow({ ...workflow, nodes });
	await real.client.activateWorkflow(id);
	await postTo(real, `/webhook/${webhookId}/chat`, {
		action: 'sendMessage',
		sessionId: randomUUID(),
		chatInput,
	});
	return { id };
}

/** Presses a button under a question that a workflow waits with. @throws Error when no such button was shown */
export async function press(execution: Execution, text: string): Promise<void> {
	const shown = JSON.stringify(execution.data.resultData.runData);
	const [, link] = new RegExp(`"text":"${text}","link":"([^"]+)"`).exec(shown) ?? [];
	if (link === undefined) throw new Error(`no button ${text}`);
	// n8n takes no answer from what it holds for a bot.
	const answer = await fetch(link, {
		headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Chrome/140.0 Safari/537.36' },
	});
	if (!answer.ok)
		throw new Error(`The button ${text} was not taken: ${answer.status} ${await answer.text()}`);
}

/**
 * Fills in a form of a published workflow, as a browser does.
 * @param values of its fields, in their order
 * @returns the address of the page that follows, where there is one
 */
export async function submitForm(
	{ n8n }: RealN8n,
	address: string,
	values: Array<string | File>,
): Promise<string | undefined> {
	const body = new FormData();
	values.forEach((value, index) => body.append(`field-${index}`, value));
	const url = new URL(address, n8n.baseUrl);
	const answer = await fetch(url, { method: 'POST', body });
	const text = await answer.text();
	if (!answer.ok) throw new Error(`The form ${address} was not taken: ${answer.status} ${text}`);
	return (JSON.parse(text || '{}') as { formWaitingUrl?: string }).formWaitingUrl;
}

/**
 * An execution, once it has come to a node. One that answers in a chat goes no further than its answer until a
 * browser has shown it.
 */
export async function reached(
	{ client }: RealN8n,
	{ id }: Execution,
	node: string,
): Promise<Execution> {
	let execution = await client.getExecution(id);
	await until(
		`${node} to be reached`,
		async () => nodeRun((execution = await client.getExecution(id)), node) !== undefined,
		{ every: 250 },
	);
	return execution;
}

/** The executions of a workflow, oldest first, once `count` of them have ended or, if that will do, wait. */
export async function executionsOf(
	{ client }: RealN8n,
	workflowId: string,
	count: number,
	untilWaiting = false,
): Promise<Execution[]> {
	let ids: string[] = [];
	await until(
		`${count} executions to end`,
		async () => {
			const query = { filter: JSON.stringify({ workflowId }) };
			const { results } = await client.http.rest<{
				results: Array<Pick<Execution, 'id' | 'status'>>;
			}>('GET', '/executions', { query });
			const done = results.filter(
				(execution) => hasEnded(execution) || (untilWaiting && execution.status === 'waiting'),
			);
			ids = done.map(({ id }) => id).sort((one, other) => Number(one) - Number(other));
			return ids.length >= count;
		},
		{ every: 250 },
	);
	return await Promise.all(
		ids.map(async (id) => await client.waitForExecution(id, { untilWaiting })),
	);
}
