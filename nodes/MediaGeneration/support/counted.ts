/** A number of things in words: `1 job`, `3 jobs`. */
export const counted = (count: number, noun: string): string =>
	`${count} ${noun}${count === 1 ? '' : 's'}`;

/** The word for one, or that for several. */
export const forCount = (count: number, one: string, several: string): string =>
	count === 1 ? one : several;
