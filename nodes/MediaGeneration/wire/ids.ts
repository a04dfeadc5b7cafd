import { fileValue } from './media';
import { besides, isLeaf, textOf, type Place, type Walk } from './walk';
import { bareId, fileHolders, foreignIds, idNames, idWords, jobWords, unknownId } from './words/ids';
import { hasAny, weigh } from './words/rows';
import { stateNames } from './words/states';

const LONGEST_ID = 512;
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const RESOURCE = /(^|\/)(operations|predictions|jobs|tasks|generations|runs)\/[^/\s]+$/i;

/** Finds where an answer tells the ID of its job. */
export function findJobId({ places }: Walk): Place | undefined {
	let best: { place: Place; weight: number } | undefined;
	for (const place of places) {
		const weight = isLeaf(place) ? weighId(place) : 0;
		if (weight > (best?.weight ?? 0)) best = { place, weight };
	}
	return best?.place;
}

function weighId(place: Place): number {
	const { value, words, parent } = place;
	const id = idText(value);
	if (id === undefined || place.marks.has('echo')) return 0;
	let weight = nameWeight(place, id);
	if (weight <= 0) return 0;
	const bare = weight === bareId;
	const holder = parent && Array.isArray(parent.value) ? undefined : parent;
	if (bare && holder && hasAny(holder.words, jobWords)) weight += 20;
	if (bare && holder && hasAny(holder.words, fileHolders)) weight -= 15;
	const hasState = bare && besides(place).some((beside) => typeof beside.value === 'string' && (weigh(stateNames, beside.words) ?? 0) >= 90);
	if (hasState) weight += 15;
	else if (bare && place.oneOfMany) weight -= 20;
	else if (bare && besides(place).some((beside) => typeof beside.value === 'string' && !idWords.has(beside.key) && fileValue(beside.value, beside) && Array.isArray(parent?.parent?.value))) weight -= 20;
	if (UUID.test(id)) weight += 3;
	if (foreignIds.test(id)) weight -= 45;
	if (bare && besides(place).some(({ words: beside, value: what }) => (beside.includes('event') || beside.includes('type')) && typeof what === 'string' && /[.:]/.test(what))) weight -= 30;
	if (place.marks.has('aside') || place.marks.has('step')) weight -= 50;
	return Math.max(weight + 2 * place.depth - (words.includes('id') ? 0 : 1), 1);
}

function nameWeight({ words, parent, depth }: Place, id: string): number {
	if (hasAny(words, idWords)) {
		const known = weigh(idNames, words);
		if (known !== undefined) return known;
		return words.every((word) => idWords.has(word)) ? bareId : unknownId;
	}
	if (RESOURCE.test(id) && !/^https?:/i.test(id) && words.length > 0) return 80;
	const last = words.at(-1) ?? '';
	if (words.length === 1 && jobWords.has(last)) return 50;
	return depth === 1 && parent && ['result', 'data'].includes(last) && /\d/.test(id) && /^[\w-]{8,128}$/.test(id) ? 8 : 0;
}

function idText(value: unknown): string | undefined {
	if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : undefined;
	const text = textOf(value);
	return text === undefined || text.length > LONGEST_ID || /\s|^(https?:|data:)/i.test(text) ? undefined : text;
}
