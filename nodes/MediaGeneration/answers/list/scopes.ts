import { isScope, scopes } from '../../../../contract/scopes';
import { walk, type Place } from '../core/walk';

/** A scope and what it opens. */
interface ScopeEntry {
	scope: string;
	access: string;
}

const namesOfScopes = /^(scope|name|id|value|key|permission)$/i;
const namesOfAccess = /^(access|description|label|title|text)$/i;

/** Reads the answer of the scopes endpoint, whose shape is not documented; what a scope opens, else by the document. */
export function readScopes(body: unknown): ScopeEntry[] {
	const found = new Map<string, string>();
	for (const place of walk(body).places) {
		const { key, value, parent } = place;
		const isNamed = !parent || Array.isArray(parent.value) || namesOfScopes.test(key);
		if (looksLikeScope(key)) found.set(key, found.get(key) || textOf(value) || accessIn(place));
		else if (isNamed && looksLikeScope(value))
			found.set(value, found.get(value) || accessIn(parent));
	}
	return [...found].map(([scope, access]) => ({
		scope,
		access: access || (isScope(scope) ? scopes[scope] : ''),
	}));
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const accessIn = ({ children }: Partial<Place> = {}): string =>
	(children ?? [])
		.map(({ key, value }) => (namesOfAccess.test(key) ? textOf(value) : ''))
		.find(Boolean) ?? '';

const looksLikeScope = (text: unknown): text is string =>
	typeof text === 'string' && text.length <= 100 && /^[a-z_-]+(:[a-z_*-]+)+$/i.test(text);

/** The document's own table. */
export const documentedScopes = readScopes(Object.keys(scopes));
