import { createHash, randomBytes } from 'node:crypto';

/** The only source of randomness in the sandbox. */
export interface Random {
	/** So many random bytes. */
	bytes(count: number): Buffer;
}

/** Unpredictable: from the operating system. */
export const realRandom: Random = { bytes: (count) => randomBytes(count) };

/** The same bytes for the same seed, for tests. Not for anything secret. */
export function seededRandom(seed: string | number): Random {
	let drawn = 0;
	return {
		bytes(count) {
			const blocks = Array.from({ length: Math.ceil(count / 32) }, () =>
				createHash('sha256').update(`${seed}:${drawn++}`).digest(),
			);
			return Buffer.concat(blocks).subarray(0, count);
		},
	};
}

/** A version 4 UUID. */
export function uuid(random: Random): string {
	const bytes = random.bytes(16);
	bytes[6] = (bytes[6]! & 0x0f) | 0x40;
	bytes[8] = (bytes[8]! & 0x3f) | 0x80;
	const hex = bytes.toString('hex');
	return [
		hex.slice(0, 8),
		hex.slice(8, 12),
		hex.slice(12, 16),
		hex.slice(16, 20),
		hex.slice(20),
	].join('-');
}

/** Text that nobody guesses, safe in headers and URLs. */
export function token(random: Random): string {
	return random.bytes(24).toString('base64url');
}

/** A whole number from 0 up to, and without, `end` (at most 2^32). */
export function integerBelow(random: Random, end: number): number {
	return random.bytes(4).readUInt32BE() % end;
}
