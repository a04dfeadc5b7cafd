/** An answer that is larger than any that the service could mean. Asking again would give the same. */
export class TooLarge extends Error {
	readonly code = 'ETOOLARGE';
}
