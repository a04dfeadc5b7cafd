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
export async function* tellStream(
	{ choices: { chat } }: Speaker,
	events: AsyncIterable<object>,
): AsyncGenerator<string, void, void> {
	const { stream: form } = chat;
	const framesOf = framesIn(chat);
	if (form.comment) yield `${form.comment}${form.eol}${form.eol}`;
	if (form.first) yield written(form, form.first);
	for await (const event of events)
		for (const frame of framesOf(event as Values)) yield written(form, frame);
	if (form.last) yield written(form, form.last);
	if (form.end) yield `${form.field}${form.end}${form.eol}${form.eol}`;
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
		const closing = isLast ? fieldsOf(again.closing, { text }) : {};
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
