import { hasStateBeside, idKey, idStrength, jobIdsIn, type FoundId } from './ids';
import { isFields, walk, type Place } from './walk';
import { bareId, fallbackId, surelyJobs } from './words/ids';
import { hasAny } from './words/rows';
import { doneNames, failedNames, succeededNames } from './words/states';

/** What an answer or a delivery says of one job. */
export interface JobRecord {
	/** What may be the job's ID, the likeliest first. */
	ids: FoundId[];
	/** Makes what is said: all of it, with only this job's entries in the lists that tell of several. */
	body: () => unknown;
}

/** What an answer or a delivery can be about: a single job, or several. */
export interface Records {
	/** All of it as about a single job, whose parts the others would be then; nothing where nothing but the parts has an ID. */
	whole?: JobRecord;
	/** What it says of each of several jobs; none where it tells of one only. */
	parts: Records[];
	/** Whether it is rather about the single job. */
	isOne: boolean;
}

/**
 * What an answer or a delivery says of each job: its lists whose entries tell IDs of their own are split. They are files
 * or parts rather than jobs where something around them names the job.
 */
export function recordsIn(body: unknown): Records {
	return recordsWithin([walk(body).root], []);
}

/** What an answer says of one job where it tells of several: all of it, with only this job's entries in the lists. */
export function recordOf(body: unknown, jobId: string | undefined): unknown {
	const record = jobId === undefined ? undefined : recordAbout(recordsIn(body), idKey(jobId));
	return record ? record.body() : body;
}

function recordAbout({ whole, parts }: Records, key: string): JobRecord | undefined {
	const isIt = ({ id }: FoundId) => idKey(id) === key;
	if (whole && (parts.length > 0 ? whole.ids : whole.ids.slice(0, 1)).some(isIt)) return whole;
	for (const part of parts) {
		const found = recordAbout(part, key);
		if (found) return found;
	}
	return undefined;
}

/** Lists that tell of jobs, and the entries about each. */
interface Split {
	lists: Place[];
	jobs: Place[][];
	/** How surely the entries' IDs are those of jobs, by their names. */
	strength: number;
}

/** Which entries are kept of lists that were split. */
type Kept = ReadonlyArray<Pick<Split, 'lists'> & { entries: Place[] }>;

function recordsWithin(tops: Place[], kept: Kept): Records {
	const body = () => narrowed(tops, kept);
	const ids = jobIdsIn(tops.flatMap(below));
	const split = splitAround(tops, ids);
	const within = new Set(split.lists.flatMap(below));
	const outside = ids.filter(({ place }) => !within.has(place));
	const lead = outside.find((id) => isRatherTheJob(id, split));
	const first = (all: FoundId[]) => (lead ? [lead, ...all.filter((id) => id !== lead)] : all);
	if (split.jobs.length < 2) return { whole: { ids: first(ids), body }, parts: [], isOne: true };
	return {
		whole: outside.length > 0 ? { ids: first(outside), body } : undefined,
		parts: split.jobs.map((entries) => recordsWithin(entries, [...kept, { lists: split.lists, entries }])),
		isOne: lead !== undefined,
	};
}

/** Whether an ID beside lists is that of the job whose parts their entries are: by what stands beside it, or by its name. */
function isRatherTheJob({ place, weight }: FoundId, { lists, strength }: Split): boolean {
	const own = idStrength(place);
	if (lists.length === 0 || weight < bareId || (own < surelyJobs && !lists.every((list) => ancestorsOf(list).some((each) => each === place.parent))))
		return false;
	return hasStateBeside(place) ? own >= strength : own >= surelyJobs && own > strength;
}

/** The outermost lists around the likeliest ID that tell of several jobs, else of one, with the lists like them elsewhere: `completed` and `failed`. */
function splitAround(tops: Place[], [best]: FoundId[]): Split {
	let split: Split = { lists: [], jobs: [], strength: 0 };
	if (!best || best.weight < fallbackId) return split;
	for (const list of listsAround(best.place, tops).reverse()) {
		const lists = listsLike(list, tops, best);
		const jobs = new Map<string, Place[]>();
		let strength = 0;
		for (const [entry, own] of lists.flatMap((each) => entriesOf(each, each === list ? undefined : best))) {
			const known = jobs.get(idKey(own.id));
			if (known) known.push(entry);
			else jobs.set(idKey(own.id), [entry]);
			strength = Math.max(strength, idStrength(own.place));
		}
		if (jobs.size > split.jobs.length) split = { lists, jobs: [...jobs.values()], strength };
		if (jobs.size > 1) break;
	}
	return split;
}

/** The lists a place stands in, the innermost first. */
const listsAround = (place: Place, tops: Place[]): Place[] => {
	const around = ancestorsOf(place);
	return around.slice(0, around.findIndex((each) => tops.includes(each)) + 1).filter(({ value }) => Array.isArray(value));
};

function ancestorsOf(place: Place): Place[] {
	const found: Place[] = [];
	for (let at = place.parent; at; at = at.parent) found.push(at);
	return found;
}

/** A list and the others, neither in it nor around it, whose entries tell IDs under the same name; in their order. */
function listsLike(list: Place, tops: Place[], best: FoundId): Place[] {
	const around = new Set(ancestorsOf(list));
	const found: Place[] = [];
	const open = [...tops];
	for (const place of open) {
		if (place === list || (Array.isArray(place.value) && !around.has(place) && entriesOf(place, best).length > 0)) found.push(place);
		else for (const child of place.children) open.push(child);
	}
	return found;
}

/** The entries of a list that tell an ID of their own, and that; where another ID is given, only those like it. */
function entriesOf(list: Place, like?: FoundId): Array<[entry: Place, own: FoundId]> {
	return list.children.flatMap((entry) => {
		const [own] = jobIdsIn(below(entry));
		if (!own || own.weight < fallbackId || (like && !isLike(own, like, list))) return [];
		return [[entry, own] as [Place, FoundId]];
	});
}

/** Whether an entry of a list tells its job as another does: under the same name, and a bare `id` beside a state or in a list named after one. */
function isLike({ place }: FoundId, like: FoundId, list: Place): boolean {
	if (place.words.join(' ') !== like.place.words.join(' ')) return false;
	return idStrength(place) > bareId || hasStateBeside(place) || stateLists.some((names) => hasAny(list.words, names));
}

const stateLists = [doneNames, failedNames, succeededNames];

/** A place and all that stands below it. */
function below(place: Place): Place[] {
	const found = [place];
	for (const each of found) for (const child of each.children) found.push(child);
	return found;
}

/** The whole body, of which these places are parts, with only the kept entries in the lists that were split; one without any is left out. */
function narrowed([top]: Place[], kept: Kept): unknown {
	const entriesIn = new Map<Place, Place[]>(kept.flatMap(({ lists }) => lists.map((list): [Place, Place[]] => [list, []])));
	for (const { entries } of kept) for (const entry of entries) if (entry.parent) entriesIn.get(entry.parent)?.push(entry);
	const touched = new Set([...entriesIn.keys()].flatMap((list) => [list, ...ancestorsOf(list)]));
	const isLeftOut = (place: Place) => entriesIn.get(place)?.length === 0;
	const made = (place: Place): unknown => {
		if (!touched.has(place)) return place.value;
		const inside = entriesIn.get(place) ?? place.children.filter((child) => !isLeftOut(child));
		return isFields(place.value) ? Object.fromEntries(inside.map((child) => [child.key, made(child)])) : inside.map(made);
	};
	const root = top && (ancestorsOf(top).at(-1) ?? top);
	return root && made(root);
}
