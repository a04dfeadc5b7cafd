import type { Context } from '../context';
import type { Answer, Call } from '../http/handler';
import { API_PREFIX } from '../http/prefixes';
import type { Choices, JobChoices } from './choices';
import type { Values } from './fill';

/** What telling an answer in a dialect needs. */
export interface Speaker {
	context: Context;
	choices: Choices;
}

/** An answer as it goes out. Without a body where that is undefined. */
export interface Told {
	status: number;
	body?: unknown;
	headers?: Record<string, string>;
}

/** Tells an endpoint's answer in a dialect; the call is as it came. */
export type Teller = (speaker: Speaker, answer: Answer, call: Call) => Told | Promise<Told>;

/** IDs that are none of a job's or a key's, the same for everything so that answers can be compared. */
export const strayIds: Values = {
	requestId: '7b0c1f9e-2f54-4a07-9c39-5d1a1f0f6a11',
	traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
};

/** A place of the API in one of the usual forms of an address; the other host answers nothing. */
export function addressOf(
	{ context: { publicUrl, mediaUrl } }: Speaker,
	form: JobChoices['addressForm'],
	place: string,
): string {
	const forms = {
		absolute: `${publicUrl}${API_PREFIX}${place}`,
		'of the origin': `${API_PREFIX}${place}`,
		'of the base URL': place,
		'on another host': `${mediaUrl}${API_PREFIX}${place}`,
		'protocol-relative': `${publicUrl.replace(/^https?:/, '')}${API_PREFIX}${place}`,
	};
	return forms[form];
}
