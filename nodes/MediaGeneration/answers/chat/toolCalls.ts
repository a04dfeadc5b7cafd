import { isData } from '../../support/data';
import { type Place } from '../core/walk';

/** A tool that the model calls; `arguments` is JSON text. */
export interface ToolCall {
	id?: string;
	type?: string;
	function: { name: string; arguments: string };
}

const MOST_CALLS = 1_000;

/** The tool calls in a list of OpenAI's kind, whole or in pieces. */
export function callsIn({ value }: Place): ToolCall[] {
	const entries = Array.isArray(value) ? value.slice(0, MOST_CALLS).filter(isData) : [];
	return entries.flatMap(({ id, type, function: made }) =>
		isData(made)
			? [
					{
						id: text(id),
						type: text(type),
						function: { name: text(made.name) ?? '', arguments: argumentsOf(made.arguments) },
					},
				]
			: [],
	);
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

const argumentsOf = (given: unknown): string =>
	typeof given === 'string' ? given : given === undefined ? '' : JSON.stringify(given);

/** Puts the tool calls of a streamed answer together: the pieces at one position are one call, until one begins another. */
export class CallBuilder {
	readonly made: ToolCall[] = [];
	/** At each position the call that was begun there last. */
	private readonly open = new Map<number, ToolCall>();

	/** Takes in the pieces of calls at a place. */
	add(place: Place): void {
		for (const [position, piece] of callsIn(place).entries()) {
			const told: unknown = (place.value as Array<{ index?: unknown }>)[position]?.index;
			const call = this.callAt(typeof told === 'number' ? told : position, piece);
			if (!call) continue;
			call.id ??= piece.id;
			call.type ??= piece.type;
			call.function.name ||= piece.function.name;
			call.function.arguments += piece.function.arguments;
		}
	}

	private callAt(index: number, piece: ToolCall): ToolCall | undefined {
		const known = this.open.get(index);
		// Gemini tells the same position for all; an ID alone may be made up for each piece.
		const isAnother = known?.id && piece.id && piece.id !== known.id && piece.function.name !== '';
		if (known && !isAnother) return known;
		if (this.made.length >= MOST_CALLS) return undefined;
		const call: ToolCall = { function: { name: '', arguments: '' } };
		this.made.push(call);
		this.open.set(index, call);
		return call;
	}
}
