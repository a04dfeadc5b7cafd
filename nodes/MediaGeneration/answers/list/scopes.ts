import { isScope, scopes } from '../../../../contract/scopes';
import { walk, type Place } from '../core/walk';

/** A scope and what it opens. */
export interface ScopeEntry {
	scope: string;
	access: string;
}

const namesOfScopes = /^(scope|name|id|value|key|permission|code|slug)$/i;
const namesOfAccess = /^(access|description|label|title|summary|text)$/i;

/**
 * Reads the answer of the scopes endpoint, whose shape is not documented: texts or objects, in a list or as keys, bare or
 * wrapped. What the document says of a scope stands in where the answer says nothing.
 */
export function readScopes(body: unknown): ScopeEntry[] {
	const found = new Map<string, string | undefined>();
	for (const place of walk(body).places) {
		const { key, value, parent } = place;
		const isNamed = !parent || Array.isArray(parent.value) || namesOfScopes.test(key);
		if (looksLikeScope(key)) found.set(key, found.get(key) ?? textOf(place) ?? accessIn(place));
		else if (isNamed && looksLikeScope(value))
			found.set(value, found.get(value) ?? (parent && accessIn(parent)));
	}
	return [...found].map(([scope, access]) => ({
		scope,
		access: access ?? (isScope(scope) ? scopes[scope] : ''),
	}));
}

/** The document's own table. */
export const documentedScopes: ScopeEntry[] = Object.entries(scopes).map(([scope, access]) => ({
	scope,
	access,
}));

const textOf = ({ value }: Place) =>
	typeof value === 'string' && value !== '' ? value : undefined;

function accessIn({ value, children }: Place): string | undefined {
	const told = Array.isArray(value) ? [] : children.filter(({ key }) => namesOfAccess.test(key));
	return told.map(textOf).find(Boolean);
}

const looksLikeScope = (text: unknown): text is string =>
	typeof text === 'string' && text.length <= 100 && /^[a-z_-]+(:[a-z_*-]+)+$/i.test(text);
