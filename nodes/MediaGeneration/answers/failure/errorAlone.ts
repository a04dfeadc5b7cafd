import { findErrors, isBadCode, isBadFlag, isNothing } from './errors';
import { findList } from '../list/list';
import { readServiceError, type ServiceError } from './serviceError';
import { isFields, isLeaf, isWithin, walk, type Place } from '../core/walk';
import { besideWords, codeWords, requestWords, sayingWords } from '../words/errors';
import { idWords } from '../words/ids';
import { hasAny } from '../words/rows';

/** What an answer says that is an error and nothing else, whatever its status; nothing where it holds anything besides. */
export function errorAlone(body: unknown): ServiceError | undefined {
	const opened = walk(body);
	const { root, places } = opened;
	if (!isFields(root.value)) return undefined;
	const errors = new Set(findErrors(opened).flatMap(({ place, sure }) => (sure ? [place] : [])));
	if (errors.size === 0 && !places.some((place) => isBadCode(place) || isDenial(place)))
		return undefined;
	if (findList(body).entries.length > 0) return undefined;
	const told = places.filter(
		(place) => isLeaf(place) && !isNothing(place.value) && !isWithin(place, errors),
	);
	return told.every(isBeside) ? readServiceError(body) : undefined;
}

const isDenial = (place: Place) => place.value === false && place.depth === 1 && isBadFlag(place);

/** Whether a place tells of an error, or of the request that it ended. */
const isBeside = (place: Place) =>
	isDenial(place) ||
	[codeWords, sayingWords, besideWords, idWords].some((words) =>
		hasAny(place.words.slice(-1), words),
	) ||
	hasAny(place.words, requestWords);
