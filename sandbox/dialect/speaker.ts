import type { Context } from '../context';
import type { Answer, Call } from '../http/handler';
import type { Choices } from './choices';

/**
 * One plausible way of saying what the API document leaves open. It stands between the answers of the sandbox and
 * the wire, and changes nothing that the document says.
 */
export interface Dialect {
	/** What a seed chose, for a person who reads of a failure. */
	description: { seed: number; chosen: Record<string, string> };
	/** The rows that were drawn. */
	choices: Choices;
}

/** What telling an answer in a dialect needs. */
export interface Speaker {
	context: Pick<Context, 'state' | 'library' | 'publicUrl' | 'mediaUrl'>;
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
