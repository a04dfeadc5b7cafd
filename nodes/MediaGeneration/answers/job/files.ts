import type { Media } from '../../../../contract/catalog';
import { asText } from '../../support/data';
import { fileAt, kindInWords, type FileValue } from './media';
import { atOrAbove, perPlace, type Place, type Walk } from '../core/walk';
import { fileWords } from '../words/files';
import { firstRule, includesAny, type NameRule, wordsOf } from '../words/words';
import { mediaRows } from '../words/media';

/** Texts that were put in, and so are no result. */
export type Excluded = Pick<ReadonlySet<string>, 'has'>;

/** The files that an answer tells of. */
export interface FoundFiles {
	/** Each once: addresses as they came, content as `data:` addresses. */
	urls: string[];
	places: Place[];
	/** Whether they end a job that has no word for it. */
	sure: boolean;
}

/** A file that may be a result of such media. */
interface PossibleFile {
	file: FileValue;
	place: Place;
	/** The medium that a name tells: its own, or that of what it stands in. */
	called: Media | undefined;
	media: Media;
}

const isAddress = ({ file }: PossibleFile) => file.form !== 'relative';
const isListed = ({ place }: PossibleFile) =>
	[place, holderOf(place)].some((at) => Array.isArray(at?.parent?.value));

const rules: ReadonlyArray<NameRule<PossibleFile>> = [
	['', 'its content: `data:` and base64', ({ file }) => file.form === 'inline'],
	['', 'called after what is made', ({ called, media }) => called === media],
	['', 'by its ending or the type beside it', ({ file, media }) => file.kind === media],
	[
		'',
		'an address called one',
		(found) => isAddress(found) && includesAny(found.place.words, fileWords.address),
	],
	[
		'',
		'an address called a result, or below one; of a name that other things have in a list',
		(found) =>
			isAddress(found) &&
			(isBelow(found.place, fileWords.result) ||
				(isListed(found) && isBelow(found.place, fileWords.vague))),
	],
	['', 'a path called a result or an address', ({ place }) => namesOf(place).some(isResultWord)],
	['', 'an address under any name', isAddress],
];
/** So many of the rules are sure; a lesser form comes after all. */
const SURE = 5;

interface Candidate {
	place: Place;
	file: FileValue;
	rule: number;
	sure: boolean;
	/** The words that names of one group have in common. */
	alike: string;
}

const isResultWord = (word: string) =>
	fileWords.address.has(word) || fileWords.result.has(word) || fileWords.vague.has(word);
/** Words that tell of no other file, as jobs make such. */
const made = new Set(Object.values(mediaRows).flatMap(({ words }) => [...words]));
const unlessMade = (words: ReadonlySet<string>) =>
	new Set([...words].filter((word) => !made.has(word)));
const never = unlessMade(fileWords.never);
const neverIn = unlessMade(fileWords.neverHolder);

/** Finds the results in an answer: those that the best rule finds at one depth, under alike names. */
export function findFiles(
	{ places }: Walk,
	media: Media,
	{ jobId, exclude }: { jobId?: string; exclude?: Excluded },
): FoundFiles {
	const all = places.flatMap((place) => candidateAt(place, media, jobId, exclude) ?? []);
	// Beside an address of its own, a path or a bucket tells where the service keeps the same file.
	const hasOwn = all.some((found) => found.sure && canBeFetched(found));
	const groups = new Map<string, Candidate[]>();
	for (const found of all.filter((each) => !hasOwn || canBeFetched(each))) {
		const key = `${found.rule} ${found.place.depth} ${found.alike}`;
		const group = groups.get(key) ?? [];
		group.push(found);
		groups.set(key, group);
	}
	const [first, ...others] = groups.values();
	if (!first) return { urls: [], places: [], sure: false };
	const best = others.reduce((top, next) => (isBetter(next, top) ? next : top), first);
	const few = urlsOf(best);
	const whole = [...groups.values()].find(
		(group) => group[0]?.sure && holdsMore(urlsOf(group), few),
	);
	const same = whole ? urlsOf(whole) : few;
	return {
		urls: [...same],
		places: all.flatMap(({ file, place }) => (same.has(file.url) ? [place] : [])),
		sure: best[0]?.sure === true,
	};
}

const canBeFetched = ({ file }: Candidate) => file.form === 'absolute' || file.form === 'inline';
const urlsOf = (group: Candidate[]) => new Set(group.map(({ file }) => file.url));
const holdsMore = (all: ReadonlySet<string>, few: ReadonlySet<string>) =>
	all.size > few.size && [...few].every((url) => all.has(url));

/** Lists hold all results, single fields often the first of them; but `image_urls` beside `image_url` is what was put in. */
function isBetter([next, ...more]: Candidate[], [first, ...others]: Candidate[]): boolean {
	if (!next || !first || next.rule !== first.rule) return (next?.rule ?? 0) < (first?.rule ?? 0);
	const isParameter = includesAny(next.place.words, made) && next.alike === first.alike;
	return more.length > others.length && !isParameter;
}

function candidateAt(
	place: Place,
	media: Media,
	jobId: string | undefined,
	exclude: Excluded | undefined,
): Candidate | undefined {
	const file = place.marks.has('echo') ? undefined : fileAt(place);
	if (!file || exclude?.has(file.url) || exclude?.has(asText(place.value))) return undefined;
	const called = kindInWords(...around(place).map(({ words }) => words));
	const kind = file.kind ?? called;
	if ((kind !== undefined && kind !== media) || isNamedOtherwise(file, place)) return undefined;
	const isCalled = includesAny(place.words, mediaRows[media].words);
	if (file.kind === undefined && !isCalled && isJobAddress(file.url, jobId)) return undefined;
	const rule = firstRule(rules, place.words, { file, place, called, media });
	if (rule === undefined) return undefined;
	const ofJob = kind === undefined && endsWithId(file.url, jobId);
	const isLesser = place.marks.has('aside') || isCalledLesser(place);
	return {
		place,
		file,
		rule: isLesser ? rules.length : rule,
		sure: rule < SURE && !isLesser && !ofJob,
		alike: namesOf(place)
			.filter((word) => isResultWord(word) || fileWords.lesser.has(word))
			.join(' '),
	};
}

const isCalledLesser = atOrAbove(
	({ words }) => includesAny(words, fileWords.lesser) && !includesAny(words, fileWords.without),
);

function isNamedOtherwise({ form }: FileValue, place: Place): boolean {
	const { words = [] } = holderOf(place) ?? {};
	return (
		(place.parent !== undefined && hasOtherRole(place.parent)) ||
		includesAny(place.words, form === 'inline' ? fileWords.putIn : never) ||
		(includesAny(words, neverIn) && !includesAny(words.slice(-1), fileWords.answerHolder))
	);
}

/** `role: input`, `type: thumbnail`. */
const hasOtherRole = perPlace(({ children }) =>
	children.some(
		({ key, value }) =>
			/^(rel|role|type|kind)$/i.test(key) &&
			/^[^/]{1,30}$/.test(asText(value)) &&
			[never, fileWords.lesser].some((words) => includesAny(wordsOf(asText(value)), words)),
	),
);

const namesOf = perPlace((place: Place): readonly string[] => [
	...place.words,
	...(holderOf(place)?.words ?? []),
]);

/** The object that a place stands in, past the lists between. */
function holderOf(place: Place): Place | undefined {
	let at = place.parent;
	while (at && Array.isArray(at.value) && at.words === place.words) at = at.parent;
	return at?.parent ? at : undefined;
}

/** A place and what it stands in. A name further away tells nothing of it. */
const around = (place: Place, levels = 5): Place[] => [
	place,
	...(place.parent && levels > 0 ? around(place.parent, levels - 1) : []),
];

const isBelow = (place: Place, words: ReadonlySet<string>) =>
	around(place).some((at) => includesAny(at.words, words));

const partsOf = (url: string): string[] =>
	(url.slice(0, 2_000).split(/[?#]/, 1)[0] ?? '').split('/').filter(Boolean);

const endsWithId = (url: string, jobId: string | undefined): boolean =>
	jobId !== undefined && [jobId, jobId.replaceAll(':', '%3A')].includes(partsOf(url).at(-1) ?? '');

function isJobAddress(url: string, jobId: string | undefined): boolean {
	const parts = partsOf(url);
	const [collection = '', id] = parts.slice(-2).map((part) => part.toLowerCase());
	return (
		(parts.length > 1 && parts.at(-1) === 'status') ||
		fileWords.jobCollection.has(collection) ||
		(jobId !== undefined && id === jobId.toLowerCase() && collection === 'generations')
	);
}
