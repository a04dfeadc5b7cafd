import type { IDataObject } from 'n8n-workflow';

type Fields = Record<string, unknown>;

/** What a model answered. */
export interface ChatAnswer {
	text: string;
	finish_reason?: string;
	tool_calls?: ToolCall[];
	usage?: IDataObject;
	model?: string;
	id?: string;
}

/** A tool that the model wants called; `arguments` is JSON text. */
export interface ToolCall {
	id?: string;
	type?: string;
	function: { name: string; arguments: string };
}

/**
 * Reads an OpenAI-compatible answer, and plainer ones, whose shape the API document does not show.
 * Never throws.
 */
export function readAnswer(body: unknown): ChatAnswer {
	const outer = fields(body);
	const source = outer.choices || outer.message || outer.output_text ? outer : { ...outer, ...fields(outer.data) };
	const choice = fields(Array.isArray(source.choices) ? source.choices[0] : undefined);
	const message = fields(choice.message ?? source.message);
	return {
		text: textOf(message.content ?? choice.text ?? source.output_text ?? source.content ?? source.text ?? source.answer),
		finish_reason: string(choice.finish_reason ?? source.finish_reason),
		tool_calls: Array.isArray(message.tool_calls) ? (message.tool_calls as ToolCall[]) : undefined,
		usage: typeof source.usage === 'object' && source.usage !== null ? (source.usage as IDataObject) : undefined,
		model: string(source.model),
		id: string(source.id),
	};
}

/** Puts a streamed answer together, chunk by chunk. */
export class AnswerBuilder {
	private readonly calls: ToolCall[] = [];

	readonly answer: ChatAnswer = { text: '' };

	/** Takes in one chunk and gives the text that it added. */
	add(chunk: unknown): string {
		const source = fields(chunk);
		const choice = fields(Array.isArray(source.choices) ? source.choices[0] : undefined);
		const delta = fields(choice.delta ?? choice.message);
		const text = textOf(delta.content ?? choice.text);
		this.answer.text += text;
		this.answer.id ??= string(source.id);
		this.answer.model ??= string(source.model);
		this.answer.finish_reason = string(choice.finish_reason) ?? this.answer.finish_reason;
		if (typeof source.usage === 'object' && source.usage !== null) this.answer.usage = source.usage as IDataObject;
		if (Array.isArray(delta.tool_calls)) this.addCalls(delta.tool_calls);
		return text;
	}

	private addCalls(deltas: unknown[]): void {
		for (const [position, entry] of deltas.entries()) {
			const delta = fields(entry);
			const made = fields(delta.function);
			const index = typeof delta.index === 'number' ? delta.index : position;
			const call = (this.calls[index] ??= { function: { name: '', arguments: '' } });
			call.id ??= string(delta.id);
			call.type ??= string(delta.type);
			call.function.name += string(made.name) ?? '';
			call.function.arguments += string(made.arguments) ?? '';
		}
		this.answer.tool_calls = this.calls.filter(Boolean);
	}
}

function textOf(content: unknown): string {
	if (typeof content === 'string') return content;
	if (Array.isArray(content)) return content.map((part) => textOf(fields(part).text ?? part)).join('');
	return '';
}

function fields(value: unknown): Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function string(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}
