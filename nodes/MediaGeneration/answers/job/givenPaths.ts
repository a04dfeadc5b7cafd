import { asText } from '../../support/data';
import type { FoundFiles } from './files';
import { LONGEST_ID } from './ids';
import { fileAt } from './media';
import { findState, type FoundState } from './state';
import { isWithin, placeAt, textOrNumber, walk, type Place } from '../core/walk';

/** A result that was fetched from elsewhere stands in `answer`, what said so in `status`. */
function givenPlace(body: unknown, path: string): Place | undefined {
	return placeAt(body, path) ?? placeAt(body, `answer.${path}`) ?? placeAt(body, `status.${path}`);
}

/** The place of a short text or a number at a path that the user gave. */
export function textAt(body: unknown, path: string | undefined): Place | undefined {
	const place = path ? givenPlace(body, path) : undefined;
	const text = place && textOrNumber(place.value);
	return text !== undefined && text.length <= LONGEST_ID ? place : undefined;
}

/** What the text at such a path says of how the job stands. */
export function stateAt(body: unknown, path: string): FoundState {
	const place = textAt(body, path);
	return { ...findState(walk({ status: place?.value })), place };
}

/** All texts at or below such a path, as they came. */
export function filesAt(body: unknown, path: string): FoundFiles {
	const at = givenPlace(body, path);
	const places = at
		? walk(body).places.filter(
				(place) =>
					isWithin(place, new Set([at])) && typeof place.value === 'string' && place.value !== '',
			)
		: [];
	const urls = places.map((place) => fileAt(place)?.url ?? asText(place.value));
	return { urls: [...new Set(urls)], places, sure: urls.length > 0 };
}
