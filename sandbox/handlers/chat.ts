import type { CompletionRequest } from '../../contract/schemas/chat';
import { completeChatOf, type Completion } from '../chat/complete';
import { lastTurn } from '../chat/messages';
import { piecesOf } from '../chat/stream';
import { wait } from '../clock';
import type { Context } from '../context';
import { ApiError } from '../errors';
import type { Handler } from '../http/handler';
import { magicIn } from '../magic';
import { uuid } from '../random';
import { completion, completionChunk, usageChunk, type ChatHead } from '../shapes';
import type { Account } from '../state';

/** Milliseconds between the steps of a stream: people watch them, so they do not follow the speed of jobs. */
const STEP = 50;

/**
 * "Chat completions", whole or as Server-Sent Events.
 * @assumed the price is held until the answer is out; a stream that the client leaves is charged as far as it got
 */
export const completeChat: Handler<'completeChat'> = async (context, { caller, body: request }) => {
	const done = await completeChatOf(context.models.chat, request);
	const { fate, slowness } = magicIn(lastTurn(request.messages).said);
	if (fate === 'fail') throw new ApiError(500, 'generation_failed', 'The completion failed');
	const head = {
		id: `chatcmpl-${uuid(context.random)}`,
		created: Math.floor(context.clock.now() / 1000),
		model: done.model,
	};
	const bill = billOf(context, caller.account, done);
	await wait(context.clock, (done.etaSeconds * 1000 * slowness) / context.speed);
	if (request.stream) return stream(context, request, head, done, bill);
	bill(done.costNanos);
	return { status: 200, body: completion(head, done) };
};

/** Holds the price. The answer, called once, ends the hold with what is to be charged. */
function billOf(
	{ ledger }: Context,
	account: Account,
	{ model, costNanos }: Completion,
): (nanos: bigint) => void {
	const reason = { jobId: null, description: `chat ${model}` };
	ledger.hold(account, costNanos, reason);
	return (nanos) =>
		ledger.settle(account, costNanos, nanos < costNanos ? nanos : costNanos, reason);
}

function stream(
	context: Context,
	request: CompletionRequest,
	head: ChatHead,
	done: Completion,
	bill: (nanos: bigint) => void,
): Response {
	const events = eventsOf(context, request, head, done, bill);
	const encoder = new TextEncoder();
	const body = new ReadableStream<Uint8Array>({
		async pull(controller) {
			const { done: over, value } = await events.next();
			if (over) controller.close();
			else
				controller.enqueue(
					encoder.encode(`data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`),
				);
		},
		async cancel() {
			await events.return();
		},
	});
	return new Response(body, {
		headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-cache' },
	});
}

async function* eventsOf(
	{ clock, speed }: Context,
	request: CompletionRequest,
	head: ChatHead,
	done: Completion,
	bill: (nanos: bigint) => void,
): AsyncGenerator<object | string, void, void> {
	let told = 0;
	let nanos: bigint | undefined;
	try {
		for (const { delta, tokens } of piecesOf(done.reply)) {
			told += tokens;
			yield completionChunk(head, delta, null);
			await wait(clock, speed === Infinity ? 0 : STEP);
		}
		nanos = done.costNanos;
		yield completionChunk(head, {}, done.reply.finishReason);
		const { include_usage: usage } = (request.stream_options ?? {}) as { include_usage?: boolean };
		if (usage) yield usageChunk(head, done);
		yield '[DONE]';
	} finally {
		bill(nanos ?? done.costOf(told));
	}
}
