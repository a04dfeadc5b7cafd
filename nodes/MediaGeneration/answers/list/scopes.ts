import { isScope, scopes } from '../../../../contract/scopes';
import { isFields, isLeaf, walk, type Place } from '../core/walk';

/** A scope and what it opens. */
export interface ScopeEntry {
	scope: string;
	access: string;
}

const namesOfScopes = ['scope', 'name', 'id', 'value', 'key', 'permission', 'code', 'slug'];
const namesOfAccess = ['access', 'description', 'label', 'title', 'summary', 'text'];

/**
 * Reads the answer of the scopes endpoint, whose shape is not documented: texts or objects, in a list
 * or as keys, bare or wrapped. What the document says of a scope stands in where the answer says nothing.
 */
export function readScopes(body: unknown): ScopeEntry[] {
	const found = new Map<string, string | undefined>();
	for (const place of walk(body).places) {
		const { key, value, parent } = place;
		if (looksLikeScope(key))
			found.set(key, found.get(key) ?? (typeof value === 'string' ? value : accessIn(place)));
		else if (typeof value === 'string' && looksLikeScope(value) && isScopesName(place))
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

function isScopesName({ key, parent }: Place): boolean {
	return !parent || Array.isArray(parent.value) || namesOfScopes.includes(key.toLowerCase());
}

function accessIn({ value, children }: Place): string | undefined {
	if (!isFields(value)) return undefined;
	const told = namesOfAccess.map(
		(name) => children.find((child) => child.key.toLowerCase() === name && isLeaf(child))?.value,
	);
	return told.find((text): text is string => typeof text === 'string' && text !== '');
}

function looksLikeScope(text: string): boolean {
	return text.length <= 100 && /^[a-z_-]+(:[a-z_*-]+)+$/i.test(text);
}
