import { findErrors, isBadCode, isBadFlag } from '../failure/errors';
import { readServiceError, type ServiceError } from '../failure/serviceError';
import { answerLayers } from './chatPlaces';
import { isFields, placeAt, walk } from '../core/walk';
import { errorWords } from '../words/errors';
import { hasAny, wordList } from '../words/rows';
import { wordsOf } from '../words/split';

/** What went wrong with an answer, in words of this package where the service has none. */
export const withMessage = (said: ServiceError) => ({
	...said,
	message: said.message ?? 'The service’s answer has no text in it',
});

/** What is known of an answer, or of a chunk of a streamed one. */
export interface ToldBy {
	/** What the event is called that brought it; empty where it is not. */
	name: string;
	/** Whether it brought a part of the answer, so that it is a failure only with an error of its own. */
	hasText?: boolean;
	/** Why the model stopped, where the service has told that. */
	reason?: string;
}

/** What an answer or a chunk says went wrong with the answer as a whole; nothing where it tells of none. */
export function failureIn(chunk: unknown, told: ToldBy): ServiceError | undefined {
	return isFailureKind(told.name) || hasFailed(chunk, told) ? readServiceError(chunk) : undefined;
}

/** Of an answer that uses tools, one can fail while the answer goes on. */
const stepWords = wordList('tool function call search step item part');

/** Whether the name of an event tells that the answer has failed, rather than a part of it. */
export function isFailureKind(name: string): boolean {
	const words = wordsOf(name);
	return hasAny(words, errorWords) && !hasAny(words, stepWords);
}

function hasFailed(chunk: unknown, { hasText = false, reason = '' }: ToldBy): boolean {
	if (!isFields(chunk)) return false;
	const errors = new Set(
		findErrors(walk(chunk)).flatMap(({ place }) =>
			hasAny(place.words, errorWords) ? [place] : [],
		),
	);
	if (hasText) return walk(chunk).root.children.some((place) => errors.has(place));
	const told = [...answerLayers(chunk), placeAt(chunk, 'choices.0')].flatMap(
		(holder) => holder?.children ?? [],
	);
	return (
		hasAny(wordsOf(reason), errorWords) ||
		told.some((place) => errors.has(place) || isBadCode(place) || isBadFlag(place))
	);
}
