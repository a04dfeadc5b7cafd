import type { Media } from '../../../../contract/catalog';
import { asText } from '../../support/data';
import { fileAt, kindInWords, type FileValue } from './media';
import { orAbove, perPlace, type Place, type Walk } from '../core/walk';
import {
	addressWords,
	answers,
	besideNames,
	jobCollections,
	lesserWords,
	neverFiles,
	neverHolders,
	putIn,
	resultWords,
	vagueWords,
	withoutWords,
} from '../words/files';
import { firstRule, hasAny, type Rule } from '../words/rows';
import { wordsOf } from '../words/split';
import { mediaRows } from '../words/media';

/** What tells of a text whether it was put in, and so is no result. */
export type Excluded = Pick<ReadonlySet<string>, 'has'>;

/** The files that an answer tells of. */
export interface FoundFiles {
	/** In their order, each once: addresses as they came, content as `data:` addresses. */
	urls: string[];
	places: Place[];
	/** Whether they end a job by themselves, or only one that says it is done. */
	sure: boolean;
	/** Whether they end with the job's ID, and so may be where its result is told. */
	ofJob?: true;
}

/** A file that may be a result, and what stands around it. */
interface Seen {
	file: FileValue;
	place: Place;
	/** Which medium its name, what stands beside it or what it stands in is called after. */
	called: Media | undefined;
	media: Media;
}

const isAddress = ({ file }: Seen) => file.form !== 'relative';
const isListed = ({ place }: Seen) =>
	[place, holderOf(place)].some((at) => Array.isArray(at?.parent?.value));

/** Of each rule whether what it finds ends a job that has no word for it; those of a lesser form come last. */
const rules: ReadonlyArray<Rule<Seen>> = [
	['', 'its content: `data:` and base64', ({ file }) => file.form === 'inline'],
	['', 'called after what is made', ({ called, media }) => called === media],
	['', 'by its ending or the type beside it', ({ file, media }) => file.kind === media],
	[
		'',
		'an address called one',
		(seen) => isAddress(seen) && hasAny(seen.place.words, addressWords),
	],
	[
		'',
		'an address called a result, or below one; of a name that other things have in a list',
		(seen) =>
			isAddress(seen) &&
			(isBelow(seen.place, resultWords) || (isListed(seen) && isBelow(seen.place, vagueWords))),
	],
	[
		'',
		'a path called a result or an address',
		({ place }) =>
			[addressWords, resultWords, vagueWords].some((list) => hasAny(namesOf(place), list)),
	],
	['', 'an address under any name', isAddress],
];
/** How many of the rules are sure. */
const SURE = 5;

interface Candidate {
	place: Place;
	file: FileValue;
	/** Which rule found it, those of a lesser form last. */
	rule: number;
	sure: boolean;
	ofJob: boolean;
}

/** Words that no longer tell what is no result once jobs make it. */
const made = new Set(Object.values(mediaRows).flatMap(({ words }) => [...words]));
const unlessMade = (words: ReadonlySet<string>) =>
	new Set([...words].filter((word) => !made.has(word)));
const never = unlessMade(neverFiles);
const neverIn = unlessMade(neverHolders);
/** How far above an address a name still tells what it is. */
const NEAR = 5;

/**
 * Finds the results in an answer: those that the best rule finds in one place.
 * @param exclude addresses that were put in, which come back in many answers
 */
export function findFiles(
	{ places }: Walk,
	media: Media,
	{ jobId, exclude }: { jobId?: string; exclude?: Excluded },
): FoundFiles {
	const candidates = places.flatMap((place) => {
		const file = toldAt(place, exclude);
		return (file && candidateAt(file, place, media, jobId)) ?? [];
	});
	// Beside an address of its own a path, or a bucket's, tells where the service keeps the same file.
	const hasOwn = candidates.some((found) => found.sure && !found.ofJob && canBeFetched(found));
	const groups = groupsOf(hasOwn ? candidates.filter(canBeFetched) : candidates);
	const best = groups.reduce<Candidate[] | undefined>(
		(first, next) => (first && !isBetter(next, first) ? first : next),
		undefined,
	);
	if (!best) return { urls: [], places: [], sure: false };
	const few = urlsOf(best);
	const whole = groups.find((group) => group[0]?.sure && holdsMore(urlsOf(group), few));
	const same = whole ? urlsOf(whole) : few;
	return {
		urls: [...same],
		places: candidates.flatMap(({ file, place }) => (same.has(file.url) ? [place] : [])),
		sure: best[0]?.sure === true,
		...(best.every(({ ofJob }) => ofJob) && { ofJob: true }),
	};
}

const canBeFetched = ({ file }: Candidate) => file.form === 'absolute' || file.form === 'inline';
const urlsOf = (group: Candidate[]) => new Set(group.map(({ file }) => file.url));

const holdsMore = (all: ReadonlySet<string>, few: ReadonlySet<string>) =>
	all.size > few.size && [...few].every((url) => all.has(url));

/** What belongs together: found by one rule, at one depth, under names that are alike. */
function groupsOf(candidates: readonly Candidate[]): Candidate[][] {
	const groups = new Map<string, Candidate[]>();
	for (const candidate of candidates) {
		const key = `${candidate.rule} ${candidate.place.depth} ${alike(candidate.place)}`;
		const group = groups.get(key);
		if (group) group.push(candidate);
		else groups.set(key, [candidate]);
	}
	return [...groups.values()];
}

/** Lists hold all results, single fields often the first of them; but `image_urls` beside `image_url` is what was put in. */
function isBetter(next: Candidate[], first: Candidate[]): boolean {
	const [[one], [other]] = [next, first];
	if (!one || !other) return false;
	if (one.rule !== other.rule) return one.rule < other.rule;
	const isParameter = hasAny(one.place.words, made) && alike(one.place) === alike(other.place);
	return next.length > first.length && !isParameter;
}

/** What the name of a place has in common with those that belong with it. */
const alike = (place: Place): string =>
	namesOf(place)
		.filter((word) =>
			[resultWords, vagueWords, addressWords, lesserWords].some((list) => list.has(word)),
		)
		.join(' ');

/** Whether an answer has a place for a result in which there is nothing yet. */
export function awaitsFile({ places }: Walk, media: Media): boolean {
	const isResult = (word: string) =>
		[addressWords, resultWords, vagueWords].some((list) => list.has(word));
	return places.some(
		({ value, words, marks }) =>
			(value === null || value === '' || (Array.isArray(value) && value.length === 0)) &&
			marks.size === 0 &&
			!hasAny(words, never) &&
			(hasAny(words, mediaRows[media].words) ||
				(hasAny(words, addressWords) && words.every(isResult))),
	);
}

/** The file that a place tells of, unless it was put in. */
function toldAt(place: Place, exclude: Excluded | undefined): FileValue | undefined {
	if (place.marks.has('echo')) return undefined;
	const file = fileAt(place);
	return file && !exclude?.has(file.url) && !exclude?.has(asText(place.value)) ? file : undefined;
}

function candidateAt(
	file: FileValue,
	place: Place,
	media: Media,
	jobId: string | undefined,
): Candidate | undefined {
	const called = kindAround(place);
	const kind = file.kind ?? called;
	if ((kind !== undefined && kind !== media) || isNamedOtherwise(file, place)) return undefined;
	const isCalled = hasAny(place.words, mediaRows[media].words);
	if (file.kind === undefined && !isCalled && isJobAddress(file.url, jobId)) return undefined;
	const rule = firstRule(rules, place.words, { file, place, called, media });
	if (rule === undefined) return undefined;
	const ofJob = kind === undefined && endsWithId(file.url, jobId);
	const isLesser = isLesserForm(place);
	return {
		place,
		file,
		rule: isLesser ? rules.length : rule,
		sure: rule < SURE && !isLesser && !ofJob,
		ofJob,
	};
}

function isLesserForm(place: Place): boolean {
	const names = namesOf(place);
	const isNamed = hasAny(names, lesserWords) && !hasAny(names, withoutWords);
	return (
		isNamed || place.marks.has('aside') || (place.parent !== undefined && isInLesser(place.parent))
	);
}

const isInLesser = orAbove(
	({ words }) => hasAny(words, lesserWords) && !hasAny(words, withoutWords),
);

/** Whether a name tells that there is no result: its own, what is said beside it, or that of what it stands in. */
function isNamedOtherwise({ form }: FileValue, place: Place): boolean {
	const { words = [] } = holderOf(place) ?? {};
	return (
		hasAny(place.words, form === 'inline' ? putIn : never) ||
		hasAny(roleBeside(place), never) ||
		(hasAny(words, neverIn) && !hasAny(words.slice(-1), answers))
	);
}

/** The words of its name, of its holder's and of what is said beside it. */
const namesOf = perPlace((place: Place): readonly string[] => [
	...place.words,
	...(holderOf(place)?.words ?? []),
	...roleBeside(place),
]);

/** The object that a place stands in, past the lists between. */
function holderOf(place: Place): Place | undefined {
	let at = place.parent;
	while (at && Array.isArray(at.value) && at.words === place.words) at = at.parent;
	return at?.parent ? at : undefined;
}

/** A place and what it stands in, as far as a name still tells what it is. */
const around = (place: Place): Place[] => {
	const found = [place];
	for (let at = place.parent; at && found.length <= NEAR; at = at.parent) found.push(at);
	return found;
};

const isBelow = (place: Place, words: ReadonlySet<string>) =>
	around(place).some((at) => hasAny(at.words, words)) || hasAny(roleBeside(place), words);

function kindAround(place: Place): Media | undefined {
	const own = kindInWords(place.words, roleBeside(place));
	return own ?? kindInWords(...around(place).map(({ words }) => words));
}

/** The words of each `rel`, `type` or `role` beside an address. */
const roleBeside = ({ parent }: Place) =>
	parent && !Array.isArray(parent.value) ? roleIn(parent) : [];

const roleIn = perPlace(({ children }): readonly string[] =>
	children
		.filter(
			({ key, value }) => besideNames.has(key.toLowerCase()) && /^[^/]{1,30}$/.test(asText(value)),
		)
		.map(({ value }) => wordsOf(asText(value)))
		.flatMap((words) => (words.length <= 2 ? words : [])),
);

/** The parts of the path of an address. */
const partsOf = (url: string): string[] =>
	(url.slice(0, 2_000).split(/[?#]/, 1)[0] ?? '').split('/').filter(Boolean);

/** Whether an address ends with the job's ID and no more, so that it may be that of the job. */
export function endsWithId(url: string, jobId: string | undefined): boolean {
	const last = partsOf(url).at(-1);
	return jobId !== undefined && [jobId, jobId.replaceAll(':', '%3A')].includes(last ?? '');
}

/** Whether an address is that of a job rather than of a file: a collection of jobs, then the job's ID. */
export function isJobAddress(url: string, jobId: string | undefined): boolean {
	const parts = partsOf(url);
	const isStatus = parts.length > 1 && parts.at(-1) === 'status';
	const [collection = '', id] = parts.slice(-2);
	return (
		isStatus ||
		jobCollections.has(collection.toLowerCase()) ||
		(jobId !== undefined && id === jobId && collection.toLowerCase() === 'generations')
	);
}
