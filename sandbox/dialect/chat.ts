import type { Choices } from './choices';
import { fieldsOf, merge, type Values } from './fill';
import type { Speaker, Teller } from './speaker';
import type { StreamForm } from './tables/chat';

interface Choice {
	message?: Values;
	delta?: Values;
	finish_reason?: string | null;
}

/** A whole answer: what an OpenAI-style client reads stands where it looks. */
export const tellCompletion: Teller = ({ choices: { chat } }, { status, body }) => {
	const { usage, ...answer } = body as Values & { choices: Choice[]; usage: Values };
	const choices = answer.choices.map((choice) => ({
		...choice,
		message: messageIn(chat, choice.message ?? {}),
	}));
	return {
		status,
		body: merge(fieldsOf(chat.extras.beside, {}), { ...answer, choices }, usageIn(chat, usage)),
	};
};

/** A stream of events, each as the dialect writes them. */
export function tellStream({ choices: { chat } }: Speaker, response: Response): Response {
	const { stream: form, again } = chat;
	let text = '';
	const frames = (chunk: Values): Values[] => {
		const [choice = {}, ...others] = chunk.choices as Choice[];
		const piece = choice.delta?.content;
		if (typeof piece === 'string') text += piece;
		const isLast = choice.finish_reason !== null && choice.finish_reason !== undefined;
		const closed =
			isLast && again.closing ? merge(choice as Values, fieldsOf(again.closing, { text })) : choice;
		return [
			{ ...chunk, choices: [closed, ...others] },
			...(isLast && again.after ? [fieldsOf(again.after, { text })] : []),
		];
	};
	const events = textOf(response).pipeThrough(
		new TransformStream<string, string>({
			start(controller) {
				if (form.comment) controller.enqueue(`${form.comment}${form.eol}${form.eol}`);
				if (form.emptyFirst)
					controller.enqueue(
						eventOf(form, {
							object: 'chat.completion.chunk',
							choices: [],
							prompt_filter_results: [],
						}),
					);
			},
			transform(event, controller) {
				if (event !== '[DONE]')
					for (const frame of frames(chunkOf(chat, JSON.parse(event) as Values)))
						controller.enqueue(eventOf(form, frame));
				else if (form.usage)
					controller.enqueue(
						eventOf(form, {
							object: 'chat.completion.chunk',
							choices: [],
							usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
						}),
					);
			},
			flush(controller) {
				if (form.end) controller.enqueue(`${form.field}${form.end}${form.eol}${form.eol}`);
			},
		}),
	);
	return new Response(events.pipeThrough(new TextEncoderStream()), {
		status: response.status,
		headers: response.headers,
	});
}

function messageIn(chat: Choices['chat'], message: Values): Values {
	const content =
		chat.content && typeof message.content === 'string'
			? [{ type: 'text', text: message.content }]
			: message.content;
	return merge(fieldsOf(chat.extras.message, {}), { ...message, content });
}

function usageIn(chat: Choices['chat'], usage: Values): Values {
	return fieldsOf(chat.usage, {
		in: usage.prompt_tokens,
		out: usage.completion_tokens,
		total: usage.total_tokens,
	});
}

function chunkOf(chat: Choices['chat'], chunk: Values): Values {
	const choices = (chunk.choices as Choice[]).map((choice) => ({
		...choice,
		delta: merge(fieldsOf(chat.delta, {}), choice.delta ?? {}),
	}));
	return { ...chunk, choices };
}

function eventOf({ eol, field, before, pretty }: StreamForm, data: Values): string {
	const lines = pretty ? JSON.stringify(data, null, 1).split('\n') : [JSON.stringify(data)];
	const heads = before === '' ? [] : before.split('\n');
	return `${[...heads, ...lines.map((line) => field + line)].join(eol)}${eol}${eol}`;
}

/** What the sandbox's own stream says, event by event. */
function textOf(response: Response): ReadableStream<string> {
	let rest = '';
	const split = new TransformStream<string, string>({
		transform(text, controller) {
			const events = (rest + text).split('\n\n');
			rest = events.pop() ?? '';
			for (const event of events) controller.enqueue(event.replace(/^data: /, ''));
		},
	});
	return (response.body ?? new Blob([]).stream())
		.pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>)
		.pipeThrough(split);
}

/** Whether an answer is told as events. */
export function isStream(answer: unknown): answer is Response {
	return (
		answer instanceof Response &&
		/^text\/event-stream/.test(answer.headers.get('content-type') ?? '')
	);
}
