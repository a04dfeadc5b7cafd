import { atOnce, inSlices, Slice, type Sliced } from '../support/slices';
import { finderOf, type Finder } from './secretForms';

/** What stands where a secret was. */
export const MASK = '[hidden]';
/** A shorter secret would blank out ordinary words of an answer. */
const SHORTEST_SECRET = 6;
/** n8n and its database walk outputs one call deep per level; no service nests its answers so. */
const DEEPEST = 200;
const CUT = '[nested too deeply]';

/**
 * Takes secrets out of a value of any depth, names of fields included, so that an answer or an error that echoes
 * the API key, escaped or not, can be shown and stored. What is nested more than 200 deep is cut off. Never throws.
 */
export function redact(value: unknown, secrets: readonly string[]): unknown {
	return atOnce(hide(value, finderFor(secrets), new Slice(), 0));
}

/** The same of what may be large, piece by piece. */
export async function redactInSlices(value: unknown, secrets: readonly string[]): Promise<unknown> {
	return await inSlices(hide(value, finderFor(secrets), new Slice(), 0));
}

/** The same for text, which may also be the source of JSON, an address or a page. */
export function redactText(text: string, secrets: readonly string[]): string {
	return hideIn(text, finderFor(secrets));
}

interface Made {
	finder?: Finder;
}

const made = new WeakMap<readonly string[], Made>();

/** Made once for each credential, whose list of secrets stays the same object. Nothing where there is nothing to find. */
export function finderFor(secrets: readonly string[]): Finder | undefined {
	const before = made.get(secrets);
	if (before) return before.finder;
	const finder = finderOf(secrets.filter(({ length }) => length >= SHORTEST_SECRET));
	made.set(secrets, { finder });
	return finder;
}

function hideIn(text: string, finder: Finder | undefined): string {
	let hidden = '';
	let at = 0;
	for (const { start, end } of finder?.find(text) ?? []) {
		hidden += text.slice(at, start) + MASK;
		at = end;
	}
	return hidden + text.slice(at);
}

/** So many characters of a text are looked at in one step. */
const CHARACTERS = 64;

function* hide(
	value: unknown,
	finder: Finder | undefined,
	slice: Slice,
	depth: number,
): Sliced<unknown> {
	if (typeof value !== 'object' || value === null) return hidePlain(value, finder);
	if (depth === DEEPEST) return CUT;
	const names = Array.isArray(value)
		? undefined
		: Object.keys(value).map((name) => hideIn(name, finder));
	const shown: unknown[] = [];
	for (const entry of Array.isArray(value) ? value : Object.values(value)) {
		if (slice.isOver(typeof entry === 'string' ? 1 + entry.length / CHARACTERS : 1)) yield;
		shown.push(
			typeof entry === 'object'
				? yield* hide(entry, finder, slice, depth + 1)
				: hidePlain(entry, finder),
		);
	}
	return names ? Object.fromEntries(names.map((name, at) => [name, shown[at]])) : shown;
}

const hidePlain = (value: unknown, finder: Finder | undefined) =>
	typeof value === 'string' ? hideIn(value, finder) : value;
