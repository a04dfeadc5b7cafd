import type { IDataObject } from 'n8n-workflow';
import { nanosToNumber } from '../../../../contract/money';
import { isData } from '../../support/data';
import { isBadFlag, tellsOfFailure } from '../failure/errors';
import { isFailedState } from '../job/state';
import { bestOf } from '../core/find';
import { wrapperWords } from '../core/leftovers';
import { perWalk, enclosingJsonText, walk, type Place, type Walk } from '../core/walk';
import { includesAny, wordList, wordsOf } from '../words/words';
import { isUnit, usdAt, type UsdReading } from './unit';

interface Amount extends UsdReading {
	/** Those of its name and of all names around it. */
	words: readonly string[];
	isTotal: boolean;
}

/** Words of the names of a cost, and of the objects around it. */
const costWords = wordList(
	'total max maximum highest high final cost price amount charge charged bill billed billing estimate estimated expected usd dollar cent nano micro quote value due',
);
/** Words that such names may have besides. */
const besidesAmounts = wordList('generation usage meta metadata metric actual in of answer');
/** Words of which one must be there, unless a unit is told. */
const moneyWords = wordList(
	'cost price charge charged bill billed billing estimate estimated usd dollar cent nano micro quote',
);
const upperBoundWords = wordList('total max maximum highest high final');
const chargedWords = wordList('cost charge charged price billed');
const notChargedWords = wordList('estimate estimated quote expected max maximum highest high due');

/** Words of which one is in the name of what is left on an account. */
const accountWords = wordList('balance available');
/** Words of the names of what can be spent, and of the objects around it. */
const availableWords = wordList('available balance total amount fund account wallet billing value');

/**
 * What a request costs by an answer, in nanos: of its totals, else of its costs, the highest. Nothing if it may be the price of
 * something else, or if anything failed. Never throws.
 */
export function amountIn(body: unknown): bigint | undefined {
	const opened = walk(body);
	return hasFailed(opened)
		? undefined
		: best(costsIn(opened), ({ isTotal, isTold }) => [Number(isTotal), Number(isTold)]);
}

/** What an answer says was charged for its request, in nanos. */
export const chargedIn = (body: unknown): bigint | undefined => findCharged(walk(body));

const findCharged = perWalk((opened: Walk) =>
	best(
		costsIn(opened).filter(
			({ words }) => includesAny(words, chargedWords) && !includesAny(words, notChargedWords),
		),
		({ isTotal, isTold }) => [Number(isTold), Number(isTotal)],
	),
);

/** The same under the names of an item, in US dollars and in nanos. */
export function chargedFields(answer: unknown): { cost_usd?: number; cost_nanos?: string } {
	const nanos = chargedIn(answer);
	return nanos === undefined
		? {}
		: { cost_usd: nanosToNumber(nanos), cost_nanos: nanos.toString() };
}

/**
 * An answer with the charge that its headers tell (`X-Cost-USD`), where it tells none itself.
 * @param least the smallest charge that counts, in nanos
 */
export function withHeaderCharge<Body>(body: Body, headers: object, least = 0n): Body {
	const named = Object.entries(headers)
		.map(([name, value]) => [name.replace(/^x-(request-)?/i, ''), value] as const)
		.filter(([name]) => includesAny(wordsOf(name), chargedWords));
	if (named.length === 0 || !isData(body) || chargedIn(body) !== undefined) return body;
	const charge = Object.fromEntries(named);
	return (chargedIn(charge) ?? 0n) < least ? body : { ...chargedFields(charge), ...body };
}

/** What an answer says can be spent, in nanos, perhaps less than nothing: exact amounts before rounded ones, the lowest. */
export function availableIn(body: unknown): bigint | undefined {
	const opened = walk(body);
	if (hasFailed(opened)) return undefined;
	const told = amountsIn(opened, availableWords).filter(({ words }) => words.includes('available'));
	return bestOf(told, ({ isExact, nanos }) => [Number(isExact), -Number(nanos)])?.nanos;
}

/** Of an answer's fields those that tell what is left on the account. */
export const accountBalanceFields = (fields: object): IDataObject =>
	Object.fromEntries(
		Object.entries(fields).filter(([name]) => includesAny(wordsOf(name), accountWords)),
	);

const hasFailed = ({ places }: Walk) =>
	places.some((place) => tellsOfFailure(place) || isBadFlag(place) || isFailedState(place));

const costsIn = (opened: Walk): Amount[] =>
	amountsIn(opened, costWords).filter(
		({ nanos, words, isTold }) => nanos >= 0n && (isTold || includesAny(words, moneyWords)),
	);

/** Those that stand alone, under such names only. */
function amountsIn({ places }: Walk, names: ReadonlySet<string>): Amount[] {
	const isName = (word: string) => names.has(word) || isUnit(word);
	const isKnown = (word: string) =>
		isName(word) || wrapperWords.has(word) || besidesAmounts.has(word);
	return places.flatMap((place) => {
		const { value, oneOfMany, marks } = place;
		if (!/^(number|string)$/.test(typeof value) || !place.words.some(isName)) return [];
		const words = wordsAround(place);
		if (oneOfMany || enclosingJsonText(place) || marks.has('echo') || !words.every(isKnown))
			return [];
		const money = usdAt(place);
		return money ? [{ ...money, words, isTotal: includesAny(words, upperBoundWords) }] : [];
	});
}

const wordsAround = ({ words, parent }: Place): readonly string[] =>
	parent && parent.words !== words ? [...wordsAround(parent), ...words] : words;

const best = (costs: readonly Amount[], order: (cost: Amount) => readonly number[]) =>
	bestOf(costs, (cost) => [...order(cost), Number(cost.isExact), Number(cost.nanos)])?.nanos;
