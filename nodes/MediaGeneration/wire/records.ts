import { idKey, jobIdsIn, type FoundId } from './ids';
import { isFields, walk, type Place } from './walk';
import { fallbackId } from './words/ids';

/** What an answer or a delivery says of one job. */
export interface Record {
	/** All of it, with only this entry in its list where it tells of several jobs. */
	body: unknown;
	/** What may be the job's ID, the likeliest first. */
	ids: FoundId[];
}

/** The jobs that it may be about. */
export interface Records {
	each: Record[];
	/** All of it as about a single job, whose parts the entries would be then. */
	asOne?: Record;
}

/** Splits an answer or a delivery into what it says of each job: its list whose entries tell IDs of jobs of their own, if it has one. */
export function recordsIn(body: unknown): Records {
	const { places } = walk(body);
	const ids = jobIdsIn(places);
	const [best] = ids;
	const split = best && best.weight >= fallbackId ? outermostFirst(listsAround(best.place)).flatMap((list) => severalIn(list) ?? [])[0] : undefined;
	if (!split) return { each: [{ body, ids }] };
	const { list, jobs } = split;
	const each = jobs.flatMap(({ entries, own }) => {
		const narrow = narrowed(list, entries);
		const inner = recordsIn(narrow).each;
		return inner.length > 1 ? inner : [{ body: narrow, ids: own }];
	});
	const within = new Set(below(list));
	const outside = ids.filter(({ place }) => !within.has(place));
	return { each, asOne: outside.length > 0 ? { body, ids: outside } : undefined };
}

/** What an answer says of one job where it tells of several: all of it, with only this job's entries in the list. */
export function recordOf(body: unknown, jobId: string | undefined): unknown {
	if (jobId === undefined) return body;
	const isIt = ({ id }: FoundId) => idKey(id) === idKey(jobId);
	const { each, asOne } = recordsIn(body);
	return asOne?.ids.some(isIt) ? body : (each.find(({ ids }) => ids.slice(0, 1).some(isIt))?.body ?? body);
}

/** A list that tells of several jobs, and the entries about each. */
interface Split {
	list: Place;
	jobs: Array<{ entries: Place[]; own: FoundId[] }>;
}

function severalIn(list: Place): Split | undefined {
	const jobs = new Map<string, Split['jobs'][number]>();
	for (const entry of list.children) {
		const own = jobIdsIn(below(entry));
		const [best] = own;
		if (!best || best.weight < fallbackId) continue;
		const known = jobs.get(idKey(best.id));
		if (known) known.entries.push(entry);
		else jobs.set(idKey(best.id), { entries: [entry], own });
	}
	return jobs.size > 1 ? { list, jobs: [...jobs.values()] } : undefined;
}

function listsAround(place: Place): Place[] {
	const lists: Place[] = [];
	for (let at = place.parent; at; at = at.parent) if (Array.isArray(at.value) && at.children.length > 1) lists.push(at);
	return lists;
}

const outermostFirst = (lists: Place[]) => lists.reverse();

/** A place and all that stands below it. */
function below(place: Place): Place[] {
	const found = [place];
	for (const each of found) found.push(...each.children);
	return found;
}

/** The whole body, with only these entries in one of its lists. */
function narrowed(list: Place, entries: Place[]): unknown {
	let value: unknown = entries.map((entry) => entry.value);
	for (let at = list; at.parent; at = at.parent) {
		const { key, parent } = at;
		const inner = value;
		if (Array.isArray(parent.value)) value = parent.value.map((other: unknown, index) => (String(index) === key ? inner : other));
		else if (isFields(parent.value)) value = { ...parent.value, [key]: inner };
	}
	return value;
}
