/** An answer exceeds a size limit; asking again would give the same. */
export class TooLarge extends Error {
	readonly code = 'ETOOLARGE';
}
