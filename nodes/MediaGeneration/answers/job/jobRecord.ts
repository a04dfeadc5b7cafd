import { otherJobs, tellsId } from './ids';
import { entryAround, isFields, walk, type Place } from '../core/walk';

/** An answer with only one job's entry in a list of several jobs. */
export function recordOf(body: unknown, jobId: string | undefined): unknown {
	if (jobId === undefined) return body;
	const own = walk(body).places.find((place) => place.oneOfMany && tellsId(place, jobId));
	const entry = own && otherJobs(body, jobId).length > 0 ? entryAround(own) : undefined;
	return entry ? narrowedTo(entry) : body;
}

function narrowedTo(entry: Place): unknown {
	let value: unknown = [entry.value];
	for (let at = entry.parent; at?.parent; at = at.parent) {
		const { key, parent } = at;
		value = isFields(parent.value)
			? { ...parent.value, [key]: value }
			: Object.values(parent.value as unknown[]).with(Number(key), value);
	}
	return value;
}
