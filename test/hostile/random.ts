/** Chance that repeats: the same name gives the same numbers, whatever was asked for before. */
export interface Chance {
	/** From 0 up to, not including, 1. */
	next(): number;
	/** A whole number from 0 up to, not including, `below`. */
	below(below: number): number;
	/** Whether something that happens with this probability happens. */
	happens(probability: number): boolean;
	pick<T>(from: readonly T[]): T;
}

/** The chance of one case: mulberry32, started from a hash of its name. */
export function chanceOf(name: string): Chance {
	let state = 2166136261;
	for (const character of name)
		state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
	const next = () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
	const below = (limit: number) => Math.floor(next() * limit);
	return {
		next,
		below,
		happens: (probability) => next() < probability,
		pick: <T>(from: readonly T[]) => {
			if (from.length === 0) throw new Error('There is nothing to pick from');
			return from[below(from.length)] as T;
		},
	};
}
