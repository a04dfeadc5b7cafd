import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';

/** A tool's call that a model is to ask for. */
export interface ToolCall {
	name: string;
	arguments: object;
}

/** What an agent has given the model. */
export interface AgentTurn {
	tools?: Array<{ name: string; description?: string; parameters?: object }>;
	input: Array<{ type?: string; call_id?: string; output?: unknown }>;
}

/** A language model as n8n's Agents ask it, by OpenAI's Responses API: it makes the calls that a test lists, round by round, then says that it is done. */
export function agentModel() {
	const it = {
		rounds: [] as ToolCall[][],
		turns: [] as AgentTurn[],
		/** What it has read of the last so many calls, as text. */
		read(count: number): string[] {
			const read = it.turns.at(-1)?.input ?? [];
			const outputs = read.filter(({ type }) => type === 'function_call_output');
			return outputs.slice(-count).map(({ output }) => textOf(output));
		},
		async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
			if (request.method !== 'POST') return void response.end('{"data":[]}');
			let text = '';
			for await (const piece of request.setEncoding('utf8')) text += String(piece);
			const turn = JSON.parse(text) as AgentTurn;
			it.turns.push(turn);
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			const calls = turn.tools?.length ? (it.rounds.shift() ?? []) : [];
			for (const event of calls.length > 0 ? callEvents(calls) : saidEvents('Done.'))
				response.write(`data: ${JSON.stringify(event)}\n\n`);
			response.end();
		},
	};
	return it;
}

const created = () => ({
	type: 'response.created',
	response: { id: randomUUID(), created_at: 0, model: 'gpt-4o' },
});
const completed = {
	type: 'response.completed',
	response: { usage: { input_tokens: 1, output_tokens: 1 } },
};

function callEvents(calls: ToolCall[]): object[] {
	const each = calls.flatMap(({ name, arguments: given }, output_index) => {
		const item = {
			type: 'function_call',
			id: `fc_${randomUUID()}`,
			call_id: `call_${randomUUID()}`,
			name,
			arguments: JSON.stringify(given),
			status: 'completed',
		};
		return [
			{ type: 'response.output_item.added', output_index, item: { ...item, arguments: '' } },
			{
				type: 'response.function_call_arguments.delta',
				item_id: item.id,
				output_index,
				delta: item.arguments,
			},
			{ type: 'response.output_item.done', output_index, item },
		];
	});
	return [created(), ...each, completed];
}

function saidEvents(text: string): object[] {
	const id = `msg_${randomUUID()}`;
	return [
		created(),
		{ type: 'response.output_item.added', output_index: 0, item: { type: 'message', id } },
		{ type: 'response.output_text.delta', item_id: id, delta: text },
		{ type: 'response.output_item.done', output_index: 0, item: { type: 'message', id } },
		completed,
	];
}

const textOf = (output: unknown) => (typeof output === 'string' ? output : JSON.stringify(output));
