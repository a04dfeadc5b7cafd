import { randomUUID } from 'node:crypto';
import type { CompletionRequest } from '../../contract/schemas/chat';
import { completeChatOf, type Completion } from '../chat/complete';
import { lastTurn } from '../chat/messages';
import { piecesOf } from '../chat/stream';
import { wait } from '../clock';
import type { Context } from '../context';
import { ApiError } from '../errors';
import type { Handler } from '../http/handler';
import { magicIn } from '../magic';
import type { Account } from '../state';

/** Milliseconds between the steps of a stream: people watch them, so they do not follow the speed of jobs. */
const STEP = 50;

/** What the parts of one answer have in common. `created` in seconds since the Unix epoch. */
interface Head {
	id: string;
	created: number;
	model: string;
}

/**
 * "Chat completions", whole or as Server-Sent Events, in the OpenAI shape.
 * @assumed the price is held until the answer is out; a stream that the client leaves is charged as far as it got
 */
export const completeChat: Handler<'completeChat'> = async (context, { caller, body: request }) => {
	const { clock, speed, models } = context;
	const done = await completeChatOf(models.chat, request);
	const { fate, slowness } = magicIn(lastTurn(request.messages).said);
	if (fate === 'fail') throw new ApiError(500, 'generation_failed', 'The completion failed');
	const created = Math.floor(clock.now() / 1000);
	const head = { id: `chatcmpl-${randomUUID()}`, created, model: done.model };
	const bill = billOf(context, caller.account, done);
	await wait(clock, (done.etaSeconds * 1000 * slowness) / speed);
	if (request.stream) return { events: eventsOf(context, request, head, done, bill) };
	bill(done.costNanos);
	return { status: 200, body: whole(head, done) };
};

/** Holds the price. The answer, called once, ends the hold with what is to be charged. */
function billOf({ ledger }: Context, account: Account, { model, costNanos }: Completion) {
	const reason = { jobId: null, description: `chat ${model}` };
	ledger.hold(account, costNanos, reason);
	return (nanos: bigint) =>
		ledger.settle(account, costNanos, nanos < costNanos ? nanos : costNanos, reason);
}

function whole(head: Head, { reply, ...done }: Completion) {
	const calls = reply.toolCalls.map(({ id, name, arguments: json }) => ({
		id,
		type: 'function',
		function: { name, arguments: json },
	}));
	const message = {
		role: 'assistant' as const,
		content: reply.content,
		...(calls.length > 0 && { tool_calls: calls }),
	};
	return {
		...head,
		object: 'chat.completion' as const,
		choices: [{ index: 0, message, logprobs: null, finish_reason: reply.finishReason }],
		usage: usageOf({ reply, ...done }),
	};
}

const usageOf = ({ promptTokens, reply }: Completion) => ({
	prompt_tokens: promptTokens,
	completion_tokens: reply.tokens,
	total_tokens: promptTokens + reply.tokens,
});

/** A stream's events; with usage, for who asks for it, at the end. */
async function* eventsOf(
	{ clock, speed }: Context,
	request: CompletionRequest,
	head: Head,
	done: Completion,
	bill: (nanos: bigint) => void,
): AsyncGenerator<object, void, void> {
	const chunk = (fields: object) => ({ ...head, object: 'chat.completion.chunk', ...fields });
	const step = (delta: object, finish_reason: string | null) =>
		chunk({ choices: [{ index: 0, delta, logprobs: null, finish_reason }] });
	let told = 0;
	let nanos: bigint | undefined;
	try {
		for (const { delta, tokens } of piecesOf(done.reply)) {
			told += tokens;
			yield step(delta, null);
			await wait(clock, speed === Infinity ? 0 : STEP);
		}
		nanos = done.costNanos;
		yield step({}, done.reply.finishReason);
		const { include_usage: usage } = (request.stream_options ?? {}) as { include_usage?: boolean };
		if (usage) yield chunk({ choices: [], usage: usageOf(done) });
	} finally {
		bill(nanos ?? done.costOf(told));
	}
}
