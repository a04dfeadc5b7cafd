import { findErrors, isBadCode, isNothing } from './errors';
import { findList } from './list';
import { readServiceError, type ServiceError } from './serviceError';
import { isFields, isLeaf, isWithin, walk, type Place } from './walk';
import { besideWords } from './words/chats';
import { codeWords, sayingWords } from './words/errors';
import { idWords } from './words/ids';
import { hasAny, wordList } from './words/rows';
import { succeededNames } from './words/states';

/** What an answer says that is an error and nothing else, whatever its status; nothing where it holds anything besides. */
export function errorAlone(body: unknown): ServiceError | undefined {
	const opened = walk(body);
	const { root, places } = opened;
	if (!isFields(root.value) || findList(body).entries.length > 0) return undefined;
	const errors = new Set(findErrors(opened).flatMap(({ place, sure }) => (sure ? [place] : [])));
	if (errors.size === 0 && !places.some((place) => isBadCode(place) || isDenial(place))) return undefined;
	const told = places.filter((place) => isLeaf(place) && !isNothing(place.value) && !isWithin(place, errors));
	return told.every(isBeside) ? readServiceError(body) : undefined;
}

const isDenial = ({ words, value, depth }: Place) => value === false && depth === 1 && words.length === 1 && hasAny(words, succeededNames);

/** Whether a place tells of an error, or of the request that it ended. */
const isBeside = (place: Place) =>
	isDenial(place) || [codeWords, sayingWords, besideWords, idWords].some((words) => hasAny(place.words.slice(-1), words)) || hasAny(place.words, requestWords);

const requestWords = wordList('request trace path timestamp time doc documentation help version object');
