import type { ModelKind } from '../../../contract/catalog';
import { setNewest } from '../support/forgetOldest';

/** A model, and what the catalog says of how long its jobs take. */
export interface ExpectedModel {
	kind: ModelKind;
	id: string;
	etaSeconds: number;
}

/** The catalog's times are right for few services: the first jobs are looked at after this part of them. */
const OF_CATALOG = 0.25;
/** Jobs differ, and few are done before this part of what half of them take. */
const OF_MEDIAN = 0.8;
/** So many of a model's last jobs count. */
const LAST = 20;

/** How long the last jobs of each model took at each service, in seconds. Enough for any instance, the oldest is forgotten first. */
const took = new Map<string, number[]>();
const MOST = 500;

const nameOf = (baseUrl: string, { kind, id }: ExpectedModel) => `${baseUrl} ${kind} ${id}`;

/** How long after a job was accepted it is worth a first look, in seconds. */
export function firstLookOf(baseUrl: string, model: ExpectedModel): number {
	const seconds = [...(took.get(nameOf(baseUrl, model)) ?? [])].sort((one, other) => one - other);
	const median = seconds[Math.floor(seconds.length / 2)];
	return median === undefined ? model.etaSeconds * OF_CATALOG : median * OF_MEDIAN;
}

/** Notes that a job of a model was seen to have ended well so many seconds after it was accepted. */
export function noteDuration(baseUrl: string, model: ExpectedModel, seconds: number): void {
	const name = nameOf(baseUrl, model);
	setNewest(took, name, [...(took.get(name) ?? []), seconds].slice(-LAST), MOST);
}
