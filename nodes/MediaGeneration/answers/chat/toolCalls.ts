import { isFields, type Place } from '../core/walk';

/** A tool that the model wants called; `arguments` is JSON text. */
export interface ToolCall {
	id?: string;
	type?: string;
	function: { name: string; arguments: string };
}

/** No answer calls more tools than this. */
const MOST_CALLS = 1_000;

/** The tool calls in a list: OpenAI's, whole or in pieces, and the parts of an answer that are calls: Anthropic, Gemini. */
export function callsIn({ value }: Place): ToolCall[] {
	const entries = Array.isArray(value) ? value.slice(0, MOST_CALLS).filter(isFields) : [];
	return entries.flatMap((entry) => {
		const isCall = /tool_use|function_call/.test(text(entry.type) ?? '');
		const made = entry.function ?? entry.functionCall ?? (isCall ? entry : undefined);
		if (!isFields(made)) return [];
		const given = made.arguments ?? made.input ?? made.args;
		return [
			{
				id: text(entry.call_id) ?? text(entry.id),
				type: text(entry.type),
				function: { name: text(made.name) ?? '', arguments: argumentsOf(given) },
			},
		];
	});
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** As JSON text. */
const argumentsOf = (given: unknown): string =>
	typeof given === 'string' ? given : given === undefined ? '' : JSON.stringify(given);

/** Puts the tool calls of a streamed answer together: the pieces at one position are one call, until one begins another. */
export class CallBuilder {
	/** In the order of their beginnings. */
	readonly made: ToolCall[] = [];
	private readonly positions = new Map<ToolCall, number>();
	/** At each position the call that was begun there last. */
	private readonly open = new Map<number, ToolCall>();

	/** Puts what was made in the order of its positions, once nothing more comes. */
	close(): void {
		const at = (call: ToolCall) => this.positions.get(call) ?? 0;
		this.made.sort((one, other) => at(one) - at(other));
	}

	/** Takes in the pieces of calls at a place. */
	add(place: Place): void {
		for (const [position, piece] of callsIn(place).entries()) {
			const told: unknown = (place.value as Array<{ index?: unknown }>)[position]?.index;
			const call = this.callAt(Number.isFinite(told) ? Number(told) : position, piece);
			if (!call) continue;
			call.id ??= piece.id;
			call.type ??= piece.type;
			if (piece.function.name !== call.function.name) call.function.name += piece.function.name;
			call.function.arguments += piece.function.arguments;
		}
	}

	/** The call that a piece belongs to, begun where it is the first of one; nothing beyond the most. */
	private callAt(index: number, piece: ToolCall): ToolCall | undefined {
		const known = this.open.get(index);
		// Some services tell no positions, or the same for all; an ID alone may be made up for each piece.
		const isAnother = known?.id && piece.id && piece.id !== known.id && piece.function.name !== '';
		if (known && !isAnother) return known;
		if (this.made.length >= MOST_CALLS) return undefined;
		const call: ToolCall = { function: { name: '', arguments: '' } };
		this.made.push(call);
		this.positions.set(call, index);
		this.open.set(index, call);
		return call;
	}
}
