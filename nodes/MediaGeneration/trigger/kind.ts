import {
	findModel,
	kinds,
	media,
	modelKinds,
	type Media,
	type ModelKind,
} from '../../../contract/catalog';
import { readJob } from '../answers/job/job';
import { extensionOf } from '../answers/job/media';
import { mediaRows } from '../answers/words/media';

/** What a delivery is about that does not tell. */
const [first, ...others] = media;
export const usual: Media = first;

/** The product area whose jobs of a medium are asked about. */
export const statusKindOf = (made: Media): ModelKind =>
	modelKinds.find((kind) => kinds[kind].makes === made) ?? modelKinds[0];

/** The kind of job that an answer is about, as far as it tells. */
export function modelKindOf(body: unknown, expected: Media): ModelKind {
	const made = mediaIn(body);
	const { model = '', urls } = readJob(body, usual);
	const listed = modelKinds.find((kind) => kinds[kind].makes === made && findModel(kind, model));
	if (listed) return listed;
	const isUsual =
		urls.length > 0 && others.every((other) => readJob(body, other).urls.length === 0);
	return statusKindOf(made === usual && !isUsual ? expected : made);
}

/** The kinds that a job taken for this one may be of: all that make the same, where no list tells its model's. */
export function possibleKinds(kind: ModelKind, model: string | undefined): ModelKind[] {
	const isSure = findModel(kind, model ?? '') !== undefined;
	return isSure ? [kind] : modelKinds.filter((other) => kinds[other].makes === kinds[kind].makes);
}

/** What a delivered job made, by its model or its files. */
export function mediaIn(body: unknown): Media {
	return others.find((other) => isOf(other, body)) ?? usual;
}

function isOf(made: Media, body: unknown): boolean {
	const { model, urls } = readJob(body, usual);
	const files = readJob(body, made).urls;
	if (urls.length === 0 && files.length > 0) return true;
	return (
		files.some((url) => isFileOf(made, url)) ||
		modelKinds.some((kind) => kinds[kind].makes === made && findModel(kind, model ?? ''))
	);
}

function isFileOf(made: Media, url: string): boolean {
	return (
		url.slice(0, 20).toLowerCase().startsWith(`data:${made}/`) ||
		mediaRows[made].extensions.has(extensionOf(url) ?? '')
	);
}
