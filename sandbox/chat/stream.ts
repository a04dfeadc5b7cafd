import { countTokens } from './messages';
import type { Reply } from './answer';

/** A step of an answer that is streamed, and how many tokens of it are then told. */
export interface Piece {
	/** What it adds to the message, in the OpenAI shape. */
	delta: object;
	tokens: number;
}

const PIECE_LENGTH = 16;

/** An answer in small steps. */
export function* piecesOf({ content, toolCalls }: Reply): Generator<Piece> {
	yield { delta: { role: 'assistant', content: content === null ? null : '' }, tokens: 0 };
	for (const text of words(content ?? ''))
		yield { delta: { content: text }, tokens: countTokens(text) };
	for (const [index, { id, name, arguments: json }] of toolCalls.entries()) {
		yield {
			delta: { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] },
			tokens: countTokens(name),
		};
		for (const text of slices(json)) {
			yield {
				delta: { tool_calls: [{ index, function: { arguments: text } }] },
				tokens: countTokens(text),
			};
		}
	}
}

/** A text word by word, each with the blanks before it; a long word in slices. */
function words(text: string): string[] {
	return text.match(new RegExp(`\\s*\\S{1,${PIECE_LENGTH}}|\\s+$`, 'gu')) ?? [];
}

function slices(text: string): string[] {
	return text.match(new RegExp(`.{1,${PIECE_LENGTH}}`, 'gsu')) ?? [];
}
