import { isMoneyByItself, isRestOfMoney, namesOf, nanosOf, unitOf, type Unit } from './unit';
import { walk, type Place } from '../core/walk';
import {
	aroundCosts,
	bareAmountWords,
	besidesMoney,
	chargedWords,
	costNames,
	moneyWords,
	PART,
	partWords,
	rangeWords,
	sharedUnits,
	TOTAL,
	units,
} from '../words/amounts';
import { mediaRows } from '../words/media';
import { hasAny, weigh, wordsIn, type WordRow } from '../words/rows';
import { wrapperWords } from '../words/wrappers';

/** An amount of money that an answer tells. */
export interface Amount {
	nanos: bigint;
	weight: number;
	unit: Unit;
	/** What it is the amount of: its name without the unit. */
	thing: string;
	/** What it is a part of, the outermost first. */
	parts: readonly Part[];
}

/** A part of something whose parts are added up: an entry of a list, or a field that is named for what it is the price of. */
interface Part {
	whole: Place;
	part: Place | string;
}

/** What is looked for. */
export interface Sought {
	names: readonly WordRow[];
	/** Words that are ones of money in such names only. */
	alsoMoney?: ReadonlySet<string>;
	counts?: (place: Place) => boolean;
	canBeNegative?: boolean;
}

const moneyNames = new Set([
	...wordsIn(costNames),
	...moneyWords,
	...chargedWords,
	...units.flatMap(({ words }) => [...words]),
]);
const besides = new Set([
	...besidesMoney,
	...Object.values(mediaRows).flatMap(({ words }) => [...words]),
]);

/** All amounts of what is looked for, the outer ones first. Never throws. */
export function amountsIn(
	body: unknown,
	{ names, alsoMoney = new Set(), counts = () => true, canBeNegative = false }: Sought,
): Amount[] {
	const isMoney = (word: string) => moneyNames.has(word) || alsoMoney.has(word);
	return walk(body).places.flatMap((place) => {
		if (
			(typeof place.value !== 'number' && typeof place.value !== 'string') ||
			place.marks.has('echo') ||
			isRestOfMoney(place) ||
			!counts(place)
		)
			return [];
		const around = namesAround(place);
		const words = wordsThatCount(around);
		const weight = weigh(names, words);
		const unit = weight ? unitOf(place, words) : undefined;
		if (!weight || !unit || !isKnown(place, around, unit, isMoney)) return [];
		const nanos = nanosOf(place, unit);
		if (nanos === undefined || (nanos < 0n && !canBeNegative)) return [];
		const thing = words
			.filter((word) => !bareAmountWords.has(word) && !units.some((other) => other.words.has(word)))
			.join(' ');
		const parts = partsOf(place, weight, thing);
		return weight === PART && parts.length === 0 ? [] : [{ nanos, weight, unit, thing, parts }];
	});
}

/** Its own name and those of the two objects around it. */
export function namesAround(place: Place): Array<readonly string[]> {
	const names = [namesOf(place)];
	for (let at = place.parent, level = 0; at && level < 2; at = at.parent, level++)
		if (at.words !== names.at(-1)) names.push(at.words);
	return names;
}

/** All words of the names; of those around what calls itself a cost not {@link aroundCosts}. */
function wordsThatCount([own = [], ...around]: ReadonlyArray<
	readonly string[]
>): readonly string[] {
	const beyond = around.flat();
	return [
		...own,
		...(hasAny(own, chargedWords) ? beyond.filter((word) => !aroundCosts.has(word)) : beyond),
	];
}

/** Whether a number is an amount of money and no other one: by its own unit, else by names of which every word is known. */
function isKnown(
	place: Place,
	[own = [], ...around]: ReadonlyArray<readonly string[]>,
	unit: Unit,
	isMoney: (word: string) => boolean,
): boolean {
	const namesPart = isBreakdown(place.parent) || chargedWords.has(place.parent?.words.at(-1) ?? '');
	const isOwn =
		own.every((word) => isMoney(word) || besides.has(word)) &&
		own.some((word, at) => namesPart || (at === own.length - 1 && isMoney(word)));
	const isKnownWord = (word: string) =>
		isMoney(word) || besides.has(word) || wrapperWords.has(word);
	if ([own, ...around].some((name) => hasAny(name, sharedUnits) && !name.every(isKnownWord)))
		return false;
	// Whose own name says that it is a cost needs no names around it that are known.
	const isCost = chargedWords.has(own.at(-1) ?? '');
	const isAround = () => isCost || around.flat().every(isKnownWord);
	return (isOwn || isCost || isMoneyByItself(place)) && (unit.told === 'name' || isAround());
}

/** What a place is a part of. A total among the parts of a breakdown is none of them. */
function partsOf(place: Place, weight: number, thing: string): Part[] {
	const parts: Part[] = [];
	for (let at = place; at.parent; at = at.parent) {
		const whole = at.parent;
		if (Array.isArray(whole.value) && whole.value.length > 1 && !hasAny(whole.words, rangeWords))
			parts.unshift({ whole, part: at });
		else if (isBreakdown(whole) && !(at === place && weight === TOTAL))
			parts.unshift({ whole, part: at === place ? thing : at });
	}
	return parts;
}

/** Whether a place is an object of parts; an entry of a list has the list's name, and is a part itself. */
function isBreakdown(place: Place | undefined): boolean {
	return (
		place !== undefined &&
		hasAny(place.words, partWords) &&
		!Array.isArray(place.value) &&
		!Array.isArray(place.parent?.value)
	);
}
