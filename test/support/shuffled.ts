import { createHash } from 'node:crypto';

/** Whole numbers from 0 up to, and without, an end. */
export type Draw = (end: number) => number;

/** The same numbers for the same seed. */
export function seededDraw(seed: string): Draw {
	let drawn = 0;
	return (end) => createHash('sha256').update(`${seed}:${drawn++}`).digest().readUInt32BE() % end;
}

/** A list in another order; every order is as likely. */
export function shuffled<Entry>(list: readonly Entry[], draw: Draw): Entry[] {
	const drawn: Entry[] = [];
	const left = [...list];
	while (left.length > 0) drawn.push(...left.splice(draw(left.length), 1));
	return drawn;
}
