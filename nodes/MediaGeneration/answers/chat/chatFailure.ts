import { isData } from '../../support/data';
import { findErrors, isBadCode, isBadFlag } from '../failure/errors';
import { readServiceError, type ServiceError } from '../failure/serviceError';
import { answerLayers } from './chatPlaces';
import { placeAt, walk } from '../core/walk';
import { errorWords } from '../words/errors';
import { includesAny, wordList, wordsOf } from '../words/words';

/** With a message of this package if the service has none. */
export const withMessage = (said: ServiceError) => ({
	...said,
	message: said.message ?? 'The service’s answer has no text in it',
});

/** What is known of an answer, or of a chunk of a streamed one. */
export interface AnswerContext {
	/** That of its event. */
	name: string;
	/** Whether it brought something, so that only an error at its top counts. */
	hasText?: boolean;
	/** Why the model stopped. */
	reason?: string;
}

/** What an answer or a chunk says went wrong with the whole answer. */
export function failureIn(chunk: unknown, told: AnswerContext): ServiceError | undefined {
	return isFailureEventName(told.name) || hasFailed(chunk, told)
		? readServiceError(chunk)
		: undefined;
}

/** A tool can fail while the answer goes on. */
const stepWords = wordList('tool function call search step item part');

/** Whether the name of an event tells that the whole answer has failed. */
export function isFailureEventName(name: string): boolean {
	const words = wordsOf(name);
	return includesAny(words, errorWords.error) && !includesAny(words, stepWords);
}

function hasFailed(chunk: unknown, { hasText = false, reason = '' }: AnswerContext): boolean {
	if (!isData(chunk)) return false;
	const errors = new Set(
		findErrors(walk(chunk)).flatMap(({ place }) =>
			includesAny(place.words, errorWords.error) ? [place] : [],
		),
	);
	if (hasText) return walk(chunk).root.children.some((place) => errors.has(place));
	const told = [...answerLayers(chunk), placeAt(chunk, 'choices.0')].flatMap(
		(holder) => holder?.children ?? [],
	);
	return (
		includesAny(wordsOf(reason), errorWords.error) ||
		told.some((place) => errors.has(place) || isBadCode(place) || isBadFlag(place))
	);
}
