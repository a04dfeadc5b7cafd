import { asText } from '../../support/data';
import { findErrors, isBadCode, isBadFlag, isNothing } from '../failure/errors';
import { readServiceError, type ServiceError } from '../failure/serviceError';
import { verdictOf } from '../job/state';
import { wrapped } from './chatPlaces';
import { isFields, placeAt, walk, type Place } from '../core/walk';
import { besideWords, notAnswer, stepWords } from '../words/chats';
import { codeWords, errorWords, sayingWords } from '../words/errors';
import { hasAny } from '../words/rows';
import { wordsOf } from '../words/split';

/** What went wrong with an answer, in words of this package where the service has none. */
export const withMessage = (said: ServiceError) => ({
	...said,
	message: said.message ?? 'The service’s answer has no text in it',
});

/** What a chunk of a streamed answer is called. */
export function chunkKind(chunk: unknown): string {
	const kinds = isFields(chunk) ? [chunk.type, chunk.event, chunk.event_type] : [];
	return kinds.find((kind): kind is string => typeof kind === 'string') ?? '';
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
	const { root } = walk(chunk);
	const errors = new Set(findErrors(walk(chunk)).map(({ place }) => place));
	const isError = (place: Place) => errors.has(place) && hasAny(place.words, errorWords);
	if (hasText) return root.children.some(isError);
	if (kinds.some(isFailureKind) || hasAny(wordsOf(reason), errorWords)) return true;
	const choices = ['choices.0', 'candidates.0'].map((path) => placeAt(chunk, path));
	const told = [...wrapped(chunk), ...choices].flatMap((holder) => holder?.children ?? []);
	if (told.some((place) => isError(place) || isBadCode(place) || isBadFlag(place))) return true;
	return reason === '' && (told.some(isBadState) || (!mayBeText && saysFailureAlone(root)));
}

/** A state that tells of an error; other bad ends of a job may be the usual end of an answer. */
const isBadState = ({ words, value }: Place): boolean =>
	/^(status|state)$/.test(words.at(-1) ?? '') &&
	typeof value === 'string' &&
	hasAny(wordsOf(value), errorWords);

/** Whether a chunk consists of words alone, which tell of a failure. FastAPI's `detail` tells of nothing else. */
const saysFailureAlone = ({ children }: Place): boolean =>
	children.every(({ words }) =>
		[sayingWords, codeWords, besideWords].some((list) => hasAny(words, list)),
	) &&
	children.some(({ words, value }) =>
		words.includes('detail')
			? !isNothing(value)
			: hasAny(words, sayingWords) && verdictOf(asText(value)) === 'failed',
	);
