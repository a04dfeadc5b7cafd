import { asText } from '../../support/data';
import { findErrors, isBadCode, isBadFlag, isNothing } from '../failure/errors';
import { readServiceError, type ServiceError } from '../failure/serviceError';
import { verdictOf } from '../job/state';
import { isFields, isLeaf, placeAt, textOrNumber, walk, type Place } from '../core/walk';
import {
	besideWords,
	complaintWords,
	layers,
	notAnswer,
	stateWords,
	stepWords,
} from '../words/chats';
import { codeWords, errorWords, sayingWords } from '../words/errors';
import { hasAny } from '../words/rows';
import { wordsOf } from '../words/split';

/** Where a chunk may say that the answer as a whole has failed, beside where an answer may be wrapped. */
const choices = ['choices.0', 'candidates.0'];

/** What went wrong with an answer, in words of this package where the service has none. */
export const withMessage = (said: ServiceError) => ({
	...said,
	message: said.message ?? 'The service’s answer has no text in it',
});

/** What a chunk of a streamed answer is called. */
export function chunkKind(chunk: unknown): string {
	if (!isFields(chunk)) return '';
	return (
		[chunk.type, chunk.event, chunk.event_type].find(
			(kind): kind is string => typeof kind === 'string',
		) ?? ''
	);
}

/** What is known of a chunk of a streamed answer. */
export interface ToldBy {
	/** What the event is called that brought it; empty where it is not. */
	name: string;
	/** Whether it brought a part of the answer, so that it is a failure only with an error of its own. */
	hasText: boolean;
	/** Whether what it says may be a piece of the answer, so that its words alone tell of no failure. */
	mayBeText?: boolean;
	/** Why the model stopped, where the service has told that. */
	reason?: string;
}

/** What a chunk of a streamed answer says went wrong with the answer as a whole; nothing where it tells of none. */
export function failureIn(chunk: unknown, told: ToldBy): ServiceError | undefined {
	return isFailureKind(told.name) || hasFailed(chunk, told) ? readServiceError(chunk) : undefined;
}

/** Whether the name of an event tells that the answer has failed, rather than a part of it. */
export function isFailureKind(kind: string): boolean {
	const words = wordsOf(kind);
	return hasAny(words, errorWords) && !hasAny(words, stepWords);
}

function hasFailed(
	chunk: unknown,
	{ name, hasText, mayBeText = false, reason = '' }: ToldBy,
): boolean {
	if (!isFields(chunk)) return false;
	const kinds = [name, chunkKind(chunk), asText(chunk.object ?? '')];
	if (kinds.some((kind) => notAnswer.test(kind) || hasAny(wordsOf(kind), stepWords))) return false;
	const errors = new Set(findErrors(walk(chunk)).map(({ place }) => place));
	const isError = (place: Place) => errors.has(place) && hasAny(place.words, errorWords);
	if (hasText) return walk(chunk).root.children.some(isError);
	if (kinds.some(isFailureKind) || hasAny(wordsOf(reason), errorWords)) return true;
	const told = [...layers, ...choices].flatMap((path) => placeAt(chunk, path)?.children ?? []);
	if (told.some((place) => isError(place) || isBadCode(place) || isBadFlag(place))) return true;
	return reason === '' && (told.some(isBadState) || (!mayBeText && isComplaint(walk(chunk).root)));
}

/** A state that tells of an error; other bad ends of a job may be the usual end of an answer. */
function isBadState({ words, value }: Place): boolean {
	return (
		typeof value === 'string' &&
		hasAny(words.slice(-1), stateWords) &&
		hasAny(wordsOf(value), errorWords)
	);
}

/** Whether a chunk consists of words alone, which tell of a failure. */
function isComplaint({ children }: Place): boolean {
	const isSaid = ({ words, value }: Place) =>
		hasAny(words, complaintWords)
			? !isNothing(value)
			: hasAny(words, sayingWords) && textOrNumber(value) !== undefined;
	const isBeside = (place: Place) =>
		isLeaf(place) && (hasAny(place.words, codeWords) || hasAny(place.words, besideWords));
	const tellsFailure = ({ words, value }: Place) =>
		hasAny(words, complaintWords) || verdictOf(asText(value)) === 'failed';
	return (
		children.every((place) => isSaid(place) || isBeside(place)) &&
		children.some((place) => isSaid(place) && tellsFailure(place))
	);
}
