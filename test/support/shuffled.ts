import { integerBelow, type Random } from '../../sandbox/random';

/** A list in another order; every order is as likely. */
export function shuffled<Entry>(list: readonly Entry[], random: Random): Entry[] {
	const drawn: Entry[] = [];
	const left = [...list];
	while (left.length > 0) drawn.push(...left.splice(integerBelow(random, left.length), 1));
	return drawn;
}
