import { isScope, scopes } from '../../../contract/scopes';

/** A scope and what it opens. */
export interface ScopeEntry {
	scope: string;
	access: string;
}

/**
 * Reads the answer of the scopes endpoint, whose shape is not documented: texts or objects, in a list
 * or as keys, bare or wrapped. What the document says of a scope stands in where the answer says nothing.
 */
export function readScopes(body: unknown): ScopeEntry[] {
	if (typeof body === 'string') return looksLikeScope(body) ? [entryOf(body)] : [];
	if (Array.isArray(body)) return body.flatMap(readScopes);
	if (typeof body !== 'object' || body === null) return [];
	const fields = body as Record<string, unknown>;
	const name = [fields.scope, fields.name, fields.id, fields.value].find((value) => typeof value === 'string' && looksLikeScope(value));
	if (typeof name === 'string') {
		return [entryOf(name, [fields.access, fields.description, fields.label].find((value) => typeof value === 'string') as string | undefined)];
	}
	return Object.entries(fields).flatMap(([key, value]) =>
		looksLikeScope(key) ? [entryOf(key, typeof value === 'string' ? value : undefined)] : readScopes(value),
	);
}

/** The document's own table. */
export const documentedScopes: ScopeEntry[] = Object.entries(scopes).map(([scope, access]) => ({ scope, access }));

function entryOf(scope: string, access?: string): ScopeEntry {
	return { scope, access: access ?? (isScope(scope) ? scopes[scope] : '') };
}

function looksLikeScope(text: string): boolean {
	return /^[a-z_-]+(:[a-z_*-]+)+$/i.test(text);
}
