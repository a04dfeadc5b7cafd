import { sized } from '../support/size';

/** How many seeds are run when nothing says how many. */
const SEEDS = sized(6, 200);

/** The seeds that `DIALECT_SEED` (one) or `DIALECT_SEEDS` (so many) ask for; seed 0, the shapes without a dialect, is always among several. */
export function seedsToRun(): number[] {
	const { DIALECT_SEED: one, DIALECT_SEEDS: many } = process.env;
	if (one !== undefined) return [wholeNumber('--seed', one)];
	return Array.from(
		{ length: wholeNumber('--seeds', many ?? String(SEEDS)) + 1 },
		(_, seed) => seed,
	);
}

function wholeNumber(name: string, text: string): number {
	if (!/^\d+$/.test(text)) throw new RangeError(`${name} must be a whole number (given: ${text})`);
	return Number(text);
}
