import { isFields, placeAt, type Place } from '../core/walk';
import { callPaths } from '../words/chats';

type Fields = Record<string, unknown>;

/** A tool that the model wants called; `arguments` is JSON text. */
export interface ToolCall {
	id?: string;
	type?: string;
	function: { name: string; arguments: string };
}

/** No answer calls more tools than this. */
const MOST_CALLS = 1_000;

/** The tool calls at a place: a list of them, or parts of an answer of which some are calls. */
export function callsIn({ value }: Place): ToolCall[] {
	const entries = Array.isArray(value) ? value.slice(0, MOST_CALLS) : [value];
	return entries.flatMap((entry) => {
		const call = callOf(entry);
		return call?.function.name ? [call] : [];
	});
}

/** OpenAI's shape, its Responses API's, Anthropic's, Gemini's and Bedrock's, whole or in part. */
function callOf(entry: unknown): ToolCall | undefined {
	const fields = fieldsOf(entry);
	const made = fieldsOf(
		fields.function ??
			fields.functionCall ??
			fields.function_call ??
			fields.toolUse ??
			(isCall(fields) ? fields : undefined),
	);
	if (Object.keys(made).length === 0) return undefined;
	const given = made.arguments ?? made.input ?? made.args ?? made.partial_json;
	return {
		id: text(fields.call_id) ?? text(fields.id) ?? text(made.toolUseId),
		type: 'function',
		function: { name: text(made.name) ?? '', arguments: argumentsOf(given) },
	};
}

/** As JSON text; of none, or an empty object that a stream begins with, nothing. */
function argumentsOf(given: unknown): string {
	if (typeof given === 'string') return given;
	return given === undefined || isEmpty(given) ? '' : JSON.stringify(given);
}

const isCall = ({ type, name, arguments: given }: Fields) =>
	(typeof type === 'string' && /tool_use|function_call|tool_call/.test(type)) ||
	(typeof name === 'string' && given !== undefined);

/** Puts the tool calls of a streamed answer together. */
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

	/** Takes in what a chunk tells of tool calls, and tells whether it told anything. */
	add(chunk: unknown): boolean {
		const fields = fieldsOf(chunk);
		const deltas = deltasOf(chunk, fields);
		for (const { index, delta } of deltas) {
			const call = this.callAt(index, delta);
			if (!call) continue;
			call.id ??= delta.id;
			call.type ??= delta.type;
			if (delta.function.name !== call.function.name) call.function.name += delta.function.name;
			call.function.arguments += delta.function.arguments;
		}
		return deltas.length > 0;
	}

	/** The call that a piece belongs to, begun where it is the first of one; nothing beyond the most. */
	private callAt(index: number, piece: ToolCall): ToolCall | undefined {
		const known = this.open.get(index);
		if (known && !isAnother(piece, known)) return known;
		if (this.made.length >= MOST_CALLS) return undefined;
		const call: ToolCall = { function: { name: '', arguments: '' } };
		this.made.push(call);
		this.positions.set(call, index);
		this.open.set(index, call);
		return call;
	}
}

/** Whether a piece begins another call: some services tell no positions, or the same for all. An ID alone may be made up for each piece. */
const isAnother = (piece: ToolCall, known: ToolCall) =>
	piece.id !== undefined &&
	known.id !== undefined &&
	piece.id !== known.id &&
	piece.function.name !== '';

function deltasOf(chunk: unknown, fields: Fields): Array<{ index: number; delta: ToolCall }> {
	const type = text(fields.type) ?? '';
	const at =
		[fields.output_index, fields.index].find(
			(index): index is number => typeof index === 'number',
		) ?? 0;
	const part = fieldsOf(fields.content_block ?? fields.item);
	if (/arguments\.delta$/.test(type))
		return [{ index: at, delta: piece(text(fields.delta) ?? '') }];
	if (fieldsOf(fields.delta).type === 'input_json_delta')
		return [{ index: at, delta: piece(text(fieldsOf(fields.delta).partial_json) ?? '') }];
	if (isCall(part) && !/\.done$/.test(type))
		return [
			{ index: at, delta: callOf({ ...part, arguments: part.arguments ?? '' }) ?? piece('') },
		];
	const place = callPaths
		.map((path) => placeAt(chunk, path))
		.find(
			(found) => found && Array.isArray(found.value) && found.value.some((entry) => callOf(entry)),
		);
	const entries = Array.isArray(place?.value) ? place.value.slice(0, MOST_CALLS) : [];
	return entries.flatMap((entry: unknown, position: number) => {
		const delta = callOf(entry);
		const index = fieldsOf(entry).index;
		return delta
			? [
					{
						index: Number.isFinite(index) ? (index as number) : position,
						delta: { ...delta, type: text(fieldsOf(entry).type) },
					},
				]
			: [];
	});
}

const piece = (given: string): ToolCall => ({ function: { name: '', arguments: given } });
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const isEmpty = (value: unknown) =>
	typeof value === 'object' && value !== null && Object.keys(value).length === 0;
