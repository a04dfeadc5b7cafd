import type { Media } from '../../../../contract/catalog';
import { asText } from '../../support/data';
import { extensionOf, fileAt, filesInText, kindInWords, type FileValue } from './media';
import { isLeaf, perPlace, type Place, type Walk } from '../core/walk';
import {
	addressWords,
	answers,
	besideNames,
	betterForms,
	jobCollections,
	lesserWords,
	neverFiles,
	neverHolders,
	playlists,
	putIn,
	resultWords,
	vagueWords,
	withoutWords,
	worseForms,
} from '../words/files';
import { firstRule, hasAny } from '../words/rows';
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
	holder: Place | undefined;
	/** What is said of it beside it. */
	role: readonly string[];
	/** The words of its name, of its holder's and of what is said beside it. */
	names: readonly string[];
	media: Media;
	kind: FileValue['kind'];
}

interface FileRule {
	why: string;
	/** Whether such a file ends a job that has no word for it. */
	sure: boolean;
	fits(seen: Seen): boolean;
}

const isAddress = ({ file }: Seen) => file.form !== 'relative';

const around = ({ names, holder }: Seen) => [...names, ...namesAbove(holder)];

const isListed = ({ place, holder }: Seen) =>
	[place, holder].some((at) => Array.isArray(at?.parent?.value));

const rules: readonly FileRule[] = [
	{
		why: 'a lesser form, or what was put in as a rule, where there is nothing else',
		sure: false,
		fits: ({ place, names }) =>
			place.marks.has('lesser') ||
			place.marks.has('aside') ||
			(hasAny(names, lesserWords) && !hasAny(names, withoutWords)),
	},
	{
		why: 'its content: `data:` and base64',
		sure: true,
		fits: ({ file }) => file.form === 'inline',
	},
	{
		why: 'named for what is made, on its own or above, or in a text that shows it',
		sure: true,
		fits: ({ place, role, media, file }) =>
			!file.inText && kindAround(place, role) === media && !isPlaylist(file),
	},
	{
		why: 'by its ending or the type beside it what is made',
		sure: true,
		fits: ({ file, media }) => file.kind === media && !file.inText && !isPlaylist(file),
	},
	{
		why: 'an address under a name of a result, or of an address',
		sure: true,
		fits: (seen) => isAddress(seen) && !seen.file.inText && hasAny(seen.place.words, addressWords),
	},
	{
		why: 'an address under a name of a result; of one that other things go by, where it stands in a list',
		sure: true,
		fits: (seen) =>
			isAddress(seen) &&
			!seen.file.inText &&
			(hasAny(around(seen), resultWords) || (isListed(seen) && hasAny(around(seen), vagueWords))),
	},
	{ why: 'shown in a text', sure: true, fits: ({ file }) => file.inText === true },
	{
		why: 'a path under a name of a result or of an address',
		sure: false,
		fits: ({ names }) =>
			[addressWords, resultWords, vagueWords].some((list) => hasAny(names, list)),
	},
	{ why: 'an address under any name', sure: false, fits: isAddress },
];
/** The first row keeps from the others, and counts last. */
const LESSER = 0;

interface Candidate {
	place: Place;
	file: FileValue;
	/** Which rule found it, those of a lesser form last; the better form of one file first. */
	rule: number;
	form: number;
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
/** So many addresses in the texts of an answer are looked at, and what is left of the last text. */
const MOST_IN_TEXTS = 1_000;

/**
 * Finds the results in an answer: those that the best rule finds in one place.
 * @param exclude addresses that were put in, which come back in many answers
 */
export function findFiles(
	{ places }: Walk,
	media: Media,
	{ jobId, exclude }: { jobId?: string; exclude?: Excluded },
): FoundFiles {
	const groups = new Map<string, Candidate[]>();
	let inTexts = 0;
	for (const place of places) {
		if (!isLeaf(place)) continue;
		for (const file of toldAt(place, exclude, inTexts < MOST_IN_TEXTS)) {
			if (file.inText) inTexts++;
			const candidate = candidateAt(file, place, media, jobId);
			if (!candidate) continue;
			const name = alike(place);
			const key = `${candidate.rule} ${candidate.form} ${place.depth} ${name}`;
			const group = groups.get(key);
			if (group) group.push(candidate);
			else groups.set(key, [candidate]);
		}
	}
	const found = [...groups.values()].map(fetchable);
	// Beside an address of its own a path, or a bucket's, tells where the service keeps the same file.
	const own = found.filter(([first]) => first?.sure && !first.ofJob && hasOwnAddress(first));
	const best = (own.length > 0 ? own : found).reduce<Candidate[] | undefined>(
		(first, next) => (first && !isBetter(next, first) ? first : next),
		undefined,
	);
	if (!best) return { urls: [], places: [], sure: false };
	const few = urlsOf(best);
	const whole = found.find((group) => group[0]?.sure && holdsMore(group, few)) ?? best;
	const same = urlsOf(whole);
	return {
		urls: [...same],
		// A text says more than the address in it.
		places: found
			.flat()
			.flatMap(({ file, place }) => (same.has(file.url) && !file.inText ? [place] : [])),
		sure: best[0]?.sure === true,
		...(best.every(({ ofJob }) => ofJob) && { ofJob: true }),
	};
}

const hasOwnAddress = ({ file }: Candidate) => file.form === 'absolute' || file.form === 'inline';

/** Without what nobody can fetch, where the same is told as an address. */
const fetchable = (group: Candidate[]): Candidate[] => {
	const own = group.filter(({ file }) => file.form !== 'bucket');
	return own.length > 0 ? own : group;
};

/** Lists hold all results, single fields often the first of them; but `image_urls` beside `image_url` is what was put in. */
function isBetter(next: Candidate[], first: Candidate[]): boolean {
	const [[one], [other]] = [next, first];
	if (!one || !other) return false;
	if (one.rule !== other.rule) return one.rule < other.rule;
	if (one.form !== other.form) return one.form < other.form;
	const isParameter = hasAny(one.place.words, made) && alike(one.place) === alike(other.place);
	return next.length > first.length && !isParameter;
}

const urlsOf = (group: Candidate[]): ReadonlySet<string> =>
	new Set(group.map(({ file }) => file.url));

function holdsMore(group: Candidate[], few: ReadonlySet<string>): boolean {
	if (group.length <= few.size) return false;
	const all = urlsOf(group);
	return all.size > few.size && [...few].every((url) => all.has(url));
}

/** Whether an answer has a place for a result in which there is nothing yet. */
export function awaitsFile({ places }: Walk, media: Media): boolean {
	return places.some(
		({ value, words, marks }) =>
			(value === null || value === '' || (Array.isArray(value) && value.length === 0)) &&
			marks.size === 0 &&
			!hasAny(words, never) &&
			(hasAny(words, mediaRows[media].words) ||
				(hasAny(words, addressWords) &&
					words.every(
						(word) => addressWords.has(word) || resultWords.has(word) || vagueWords.has(word),
					))),
	);
}

/** What the name of a place has in common with those that belong with it. */
const alike = (place: Place): string =>
	[...place.words, ...(holderOf(place)?.words ?? [])]
		.filter((word) =>
			[resultWords, vagueWords, addressWords, lesserWords].some((list) => list.has(word)),
		)
		.join(' ');

/** The files that a place tells of: the one that it is, or those that its text shows. */
function toldAt(place: Place, exclude: Excluded | undefined, alsoInText: boolean): FileValue[] {
	if (typeof place.value !== 'string' || place.marks.has('echo') || exclude?.has(place.value))
		return [];
	const file = fileAt(place);
	const told = file ? [file] : alsoInText ? filesInText(place.value) : [];
	return told.filter(({ url }) => !exclude?.has(url));
}

function candidateAt(
	file: FileValue,
	place: Place,
	media: Media,
	jobId: string | undefined,
): Candidate | undefined {
	const holder = holderOf(place);
	const role = roleBeside(place);
	const kind = file.kind ?? kindAround(place, role);
	const names = [...place.words, ...(holder?.words ?? []), ...role];
	const seen: Seen = { file, place, holder, role, names, media, kind };
	if (
		(kind !== undefined && kind !== media) ||
		isNamedOtherwise(seen) ||
		(file.kind === undefined && isJobs(seen, jobId))
	)
		return undefined;
	const rule = rules.findIndex(({ fits }) => fits(seen));
	const found = rules[rule];
	if (!found) return undefined;
	const ofJob = kind === undefined && endsWithId(file.url, jobId);
	return {
		place,
		file,
		rule: rule === LESSER ? rules.length : rule,
		form: formOf(names),
		sure: found.sure && !ofJob,
		ofJob,
	};
}

/** Which of several forms of one file it is: the less the better. */
const formOf = (names: readonly string[]): number =>
	(firstRule(betterForms, names) ?? betterForms.length) + (firstRule(worseForms, names) ?? -1) + 1;

const isPlaylist = ({ url, form }: FileValue) =>
	form !== 'inline' && playlists.has(extensionOf(url) ?? '');

/** Whether an address is that of the job, whose name does not say that it is a file's. */
const isJobs = ({ file, place, media }: Seen, jobId: string | undefined) =>
	!hasAny(place.words, mediaRows[media].words) && isJobAddress(file.url, jobId);

/** Whether a name tells that there is no result: its own, what is said beside it, or that of what it stands in. */
function isNamedOtherwise({ file, place, holder, role }: Seen): boolean {
	if (hasAny(place.words, file.form === 'inline' ? putIn : never) || hasAny(role, never))
		return true;
	return (
		holder !== undefined &&
		hasAny(holder.words, neverIn) &&
		!hasAny(holder.words.slice(-1), answers)
	);
}

/** The object that a place stands in, past the lists between. */
function holderOf(place: Place): Place | undefined {
	let at = place.parent;
	while (at && Array.isArray(at.value) && at.words === place.words) at = at.parent;
	return at?.parent ? at : undefined;
}

function namesAbove(holder: Place | undefined): string[] {
	const words: string[] = [];
	for (let at = holder?.parent, level = 0; at && level < NEAR; at = at.parent, level++)
		words.push(...at.words);
	return words;
}

function kindAround(place: Place, role: readonly string[]): Media | undefined {
	const own = kindInWords(place.words, role);
	if (own) return own;
	for (let at = place.parent, level = 0; at && level < NEAR; at = at.parent, level++) {
		const told = kindInWords(at.words);
		if (told) return told;
	}
	return undefined;
}

/** The words of each `rel`, `type` or `role` beside an address. */
const roleBeside = ({ parent }: Place) =>
	parent && !Array.isArray(parent.value) ? roleIn(parent) : [];

const roleIn = perPlace(({ children }): readonly string[] => {
	const roles = children.filter(
		({ key, value }) => besideNames.has(key.toLowerCase()) && /^[^/]{1,30}$/.test(asText(value)),
	);
	return roles
		.map(({ value }) => wordsOf(asText(value)))
		.flatMap((words) => (words.length <= 2 ? words : []));
});

/** Whether an address ends with the job's ID and no more, so that it may be that of the job. */
export function endsWithId(url: string, jobId: string | undefined): boolean {
	const last = url.slice(0, 2_000).split(/[?#]/, 1)[0]?.split('/').at(-1);
	return (
		jobId !== undefined &&
		last !== undefined &&
		[jobId, jobId.replaceAll(':', '%3A')].includes(last)
	);
}

/** Whether an address is that of a job rather than of a file: a collection of jobs, then the job's ID. */
export function isJobAddress(url: string, jobId: string | undefined): boolean {
	const [path = ''] = url.slice(0, 2_000).split(/[?#]/, 1);
	const parts = path.split('/').filter(Boolean);
	const last = parts.at(-1) === 'status' ? parts.slice(0, -1) : parts;
	const [collection = '', id] = last.slice(-2);
	return (
		jobCollections.has(collection.toLowerCase()) ||
		(parts.length > 1 && parts.at(-1) === 'status') ||
		(jobId !== undefined && id === jobId && collection.toLowerCase() === 'generations')
	);
}
