import type { ServiceError } from '../answers/failure/serviceError';
import { failureRow } from './table';

/**
 * What to do about a failure of the service, in a sentence for someone who has not read the API document; nothing where it
 * would be a guess. Follows "Errors" of the API document, and what HTTP services commonly answer.
 * @param status that of the answer; a job that failed later has none
 */
export function remedyFor(status: number | undefined, said: ServiceError): string | undefined {
	const words = [said.message, said.type, said.code].join(' ');
	return failureRow('service', { status, words })?.remedy;
}
