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
	const tokens = fieldsOf(chat.usage, {
		in: usage.prompt_tokens,
		out: usage.completion_tokens,
		total: usage.total_tokens,
	});
	return { status, body: merge(fieldsOf(chat.extras.beside), { ...answer, choices }, tokens) };
};

function messageIn({ content: inParts, extras }: Choices['chat'], message: Values): Values {
	const isText = inParts && typeof message.content === 'string';
	const content = isText ? [{ type: 'text', text: message.content }] : message.content;
	return merge(fieldsOf(extras.message), { ...message, content });
}

/** A stream of events, each as the dialect writes them. */
export function tellStream({ choices: { chat } }: Speaker, response: Response): Response {
	const { stream: form } = chat;
	const framesOf = framesIn(chat);
	const events = eventsOf(response).pipeThrough(
		new TransformStream<string, string>({
			start(controller) {
				if (form.comment) controller.enqueue(`${form.comment}${form.eol}${form.eol}`);
				if (form.first) controller.enqueue(written(form, form.first));
			},
			transform(event, controller) {
				if (event !== '[DONE]')
					for (const frame of framesOf(JSON.parse(event) as Values))
						controller.enqueue(written(form, frame));
				else if (form.last) controller.enqueue(written(form, form.last));
			},
			flush(controller) {
				if (form.end) controller.enqueue(`${form.field}${form.end}${form.eol}${form.eol}`);
			},
		}),
	);
	return new Response(events.pipeThrough(new TextEncoderStream()), response);
}

/** Makes the frames that a chunk is told in; the last says the whole text again, where the dialect does. */
function framesIn({ again, delta }: Choices['chat']): (chunk: Values) => Values[] {
	let text = '';
	return (chunk) => {
		const [choice, ...others] = chunk.choices as Choice[];
		if (choice === undefined) return [chunk];
		text += typeof choice.delta?.content === 'string' ? choice.delta.content : '';
		const isLast = (choice.finish_reason ?? null) !== null;
		const told = { ...choice, delta: merge(fieldsOf(delta), choice.delta ?? {}) };
		const closing = isLast && again.closing ? fieldsOf(again.closing, { text }) : {};
		return [
			{ ...chunk, choices: [merge(told, closing), ...others] },
			...(isLast && again.after ? [fieldsOf(again.after, { text })] : []),
		];
	};
}

function written({ eol, field, before, pretty }: StreamForm, data: Values): string {
	const lines = pretty ? JSON.stringify(data, null, 1).split('\n') : [JSON.stringify(data)];
	const heads = before === '' ? [] : before.split('\n');
	return `${[...heads, ...lines.map((line) => field + line)].join(eol)}${eol}${eol}`;
}

/** What the sandbox's own stream says, event by event. */
function eventsOf(response: Response): ReadableStream<string> {
	let rest = '';
	const split = new TransformStream<string, string>({
		transform(text, controller) {
			const events = (rest + text).split('\n\n');
			rest = events.pop() ?? '';
			for (const event of events) controller.enqueue(event.replace(/^data: /, ''));
		},
	});
	return (response.body as ReadableStream<Uint8Array>)
		.pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>)
		.pipeThrough(split);
}
