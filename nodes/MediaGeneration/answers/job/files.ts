import type { Media } from '../../../../contract/catalog';
import { asText } from '../../support/data';
import { extensionOf, fileAt, filesInText, kindInWords, type FileValue } from './media';
import { isLeaf, orAbove, perPlace, type Place, type Walk } from '../core/walk';
import {
	addressWords,
	answers,
	asking,
	besideNames,
	formatNames,
	jobCollections,
	notFiles,
	notFilesBeside,
	notFilesIn,
	playlists,
	resultNames,
	SURE,
	valueWeights,
	variantNames,
} from '../words/files';
import { hasAny, traitsOf, weigh, type Trait } from '../words/rows';
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
	/** Whether a text only names them, as it may name anything else: a job that is done may have made them, nothing more. */
	named?: true;
}

interface Candidate {
	place: Place;
	url: string;
	form: FileValue['form'];
	inText: FileValue['inText'];
	weight: number;
	/** Whether it may be an address of the job, as it ends with its ID and nothing says that it is a file's; `only` where no name tells of a result either. */
	ofJob: 'only' | 'also' | undefined;
	/** What it has in common with those that belong with it. */
	group: string;
}

/** Words that no longer tell what is no result once jobs make it. */
const made = new Set(Object.values(mediaRows).flatMap(({ words }) => [...words]));
const unlessMade = (...lists: Array<ReadonlySet<string>>) =>
	new Set(lists.flatMap((words) => [...words]).filter((word) => !made.has(word)));
const never = unlessMade(...Object.values(notFiles));
const neverIn = unlessMade(notFilesIn);
const neverBeside = unlessMade(notFilesBeside);
const named = new Set(
	[...resultNames, ...variantNames, ...formatNames].flatMap(({ words }) => words.split(/[ |]/)),
);
/** How far above an address a name still tells what it is. */
const NEAR = 5;
/** So many addresses in the texts of an answer are looked at, and what is left of the last text. */
const MOST_IN_TEXTS = 1_000;

/**
 * Finds the results in an answer: what belongs together by name and place, and weighs most.
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
		if (!isLeaf(place) || isEcho(place)) continue;
		for (const file of toldAt(place, exclude, inTexts < MOST_IN_TEXTS)) {
			if (file.inText) inTexts++;
			const candidate = weighFile(file, place, media, jobId);
			if (!candidate) continue;
			const group = groups.get(candidate.group);
			if (group) group.push(candidate);
			else groups.set(candidate.group, [candidate]);
		}
	}
	const found = [...groups.values()].map((candidates) => ({
		candidates,
		urls: [...new Set(candidates.map(({ url }) => url))],
		weight: candidates[0]?.weight ?? 0,
	}));
	// Beside an address of its own a path tells where the service keeps the same file.
	const addresses = found.filter(
		({ candidates, weight }) =>
			weight >= SURE && candidates.some(({ form, ofJob }) => form !== 'relative' && !ofJob),
	);
	const best = (addresses.length > 0 ? addresses : found).reduce<
		(typeof found)[number] | undefined
	>((first, next) => (first && first.weight >= next.weight ? first : next), undefined);
	if (!best) return { urls: [], places: [], sure: false };
	const whole =
		found.find(
			({ urls, weight }) =>
				weight >= SURE && urls.length > best.urls.length && holdsAll(urls, best.urls),
		) ?? best;
	const same = new Set(whole.urls);
	const sure = best.weight >= SURE && !best.candidates.every(({ ofJob }) => ofJob === 'only');
	return {
		urls: whole.urls,
		// A text says more than the address in it.
		places: found.flatMap(({ candidates }) =>
			candidates
				.filter(({ url, inText }) => same.has(url) && inText === undefined)
				.map(({ place }) => place),
		),
		sure,
		...(best.candidates.every(({ ofJob }) => ofJob) && { ofJob: true }),
		...(!sure && whole.candidates.every(({ inText }) => inText === 'named') && { named: true }),
	};
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
					words.every((word) => addressWords.has(word) || named.has(word)))),
	);
}

function holdsAll(many: string[], few: string[]): boolean {
	const all = new Set(many);
	return few.every((url) => all.has(url));
}

/** Whether a place stands in a list that lacks the one address of the same name beside it, and so is what was put in: image_urls beside image_url. */
const isEcho = ({ parent }: Place): boolean =>
	parent !== undefined && Array.isArray(parent.value) && isEchoed(parent);

const isEchoed = perPlace(({ words, children, parent }): boolean => {
	const beside =
		parent && hasAny(words, made) && hasAny(words, addressWords)
			? addressesIn(parent).get(words.join(' '))
			: undefined;
	return (
		beside !== undefined &&
		children.length > 0 &&
		children.every(({ value }) => withoutQuery(value) !== beside)
	);
});

/** The single addresses in an object by their names. */
const addressesIn = perPlace(
	({ children }) =>
		new Map(
			children.flatMap((child) =>
				fileAt(child) ? [[child.words.join(' '), withoutQuery(child.value)]] : [],
			),
		),
);

/** The same file may be signed anew in each place. */
const withoutQuery = (address: unknown) =>
	typeof address === 'string' ? address.slice(0, 2_000).split('?', 1)[0] : undefined;

/** The files that a place tells of: the one that it is, or those in its text. */
function toldAt(place: Place, exclude: Excluded | undefined, alsoInText: boolean): FileValue[] {
	if (
		typeof place.value !== 'string' ||
		place.marks.has('echo') ||
		place.marks.has('material') ||
		exclude?.has(place.value)
	)
		return [];
	const file = fileAt(place);
	const told = file ? [file] : alsoInText ? filesInText(place.value) : [];
	return told.filter(({ url }) => !exclude?.has(url));
}

/** A file that may be a result, and what stands around it. */
interface Seen {
	file: FileValue;
	place: Place;
	holder: Place | undefined;
	/** What is said of it beside it. */
	role: readonly string[];
	media: Media;
}

const traits: ReadonlyArray<Trait<Seen>> = [
	{ adds: valueWeights.inText, if: ({ file }) => file.inText !== undefined },
	{ adds: valueWeights.inline, if: ({ file }) => file.form === 'inline' },
	{ adds: valueWeights.absolute, if: ({ file }) => file.form === 'absolute' },
	{
		adds: valueWeights.knownType,
		if: ({ file, media }) => file.form !== 'inline' && file.kind === media,
	},
	{
		adds: valueWeights.playlist,
		if: ({ file }) => file.form !== 'inline' && playlists.has(extensionOf(file.url) ?? ''),
	},
	{ adds: valueWeights.addressName, if: ({ place }) => hasAny(place.words, addressWords) },
	{
		adds: valueWeights.mediaName,
		if: ({ place, role, media }) => kindAround(place, role) === media,
	},
	{
		adds: valueWeights.inList,
		if: ({ place, holder }) => [place, holder].some((at) => Array.isArray(at?.parent?.value)),
	},
	{ adds: valueWeights.asked, if: ({ place }) => isAsked(place) },
	{ adds: valueWeights.aside, if: ({ place }) => place.marks.has('aside') },
	{ adds: valueWeights.lesser, if: ({ place }) => place.marks.has('lesser') },
];

function weighFile(
	file: FileValue,
	place: Place,
	media: Media,
	jobId: string | undefined,
): Candidate | undefined {
	const seen: Seen = { file, place, holder: holderOf(place), role: roleBeside(place), media };
	const kind = file.kind ?? kindAround(place, seen.role);
	if (
		(kind !== undefined && kind !== media) ||
		isNamedOtherwise(seen) ||
		(file.kind === undefined && isJobs(seen, jobId))
	)
		return undefined;
	const names = [...place.words, ...(seen.holder?.words ?? [])];
	const result = resultWeight(seen);
	const weight = traitsOf(traits, seen) + result + variantWeight(seen, names);
	if (file.form === 'relative' && weight <= 0) return undefined;
	const alike = names.filter((word) => named.has(word) || addressWords.has(word));
	const ofJob =
		kind === undefined && endsWithId(file.url, jobId) ? (result > 0 ? 'also' : 'only') : undefined;
	return {
		place,
		url: file.url,
		form: file.form,
		inText: file.inText,
		weight,
		ofJob,
		group: `${weight} ${place.depth} ${alike.join(' ')}`,
	};
}

/** What it adds or takes that a file is one of several forms. */
const variantWeight = ({ role }: Seen, names: readonly string[]) =>
	(weigh(variantNames, [...names, ...role]) ?? 0) + (weigh(formatNames, names) ?? 0);

/** Whether an address is that of the job, whose name does not say that it is a file's. */
const isJobs = ({ file, place, media }: Seen, jobId: string | undefined) =>
	!hasAny(place.words, mediaRows[media].words) && isJobAddress(file.url, jobId);

/** Whether a name tells that there is no result: its own, what is said beside it, or that of what it stands in. */
function isNamedOtherwise({ file, place, holder, role }: Seen): boolean {
	if (
		hasAny(place.words, file.form === 'inline' ? notFiles['what was put in'] : never) ||
		hasAny(role, neverBeside)
	)
		return true;
	return (
		holder !== undefined &&
		hasAny(holder.words, neverIn) &&
		!hasAny(holder.words.slice(-1), answers)
	);
}

/** How far the names around a place tell of a result. */
const resultWeight = ({ place, holder, role }: Seen): number =>
	weigh(resultNames, [...place.words, ...role, ...(holder?.words ?? []), ...namesAbove(holder)]) ??
	0;

/** Whether a place is, or stands in, an object with a prompt that may be what was asked for. */
const isAsked = orAbove(
	({ words, children }) => hasAny(words, asking) && children.some(({ key }) => key === 'prompt'),
);

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
		({ key, value }) =>
			besideNames.has(key.toLowerCase()) && typeof value === 'string' && value.length <= 30,
	);
	return roles
		.map(({ value }) => wordsOf(asText(value)))
		.flatMap((words) => (words.length <= 2 ? words : []));
});

/** Whether an address ends with the job's ID and no more, so that it may be that of the job. */
export const endsWithId = (url: string, jobId: string | undefined): boolean =>
	jobId !== undefined && url.slice(0, 2_000).split(/[?#]/, 1)[0]?.split('/').at(-1) === jobId;

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
