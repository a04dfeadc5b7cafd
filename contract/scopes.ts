/**
 * The scopes a key can carry and what each opens; "Scopes" in the API document.
 */
export const scopes = {
	'chat:*': 'All chat models',
	'image:*': 'All image features',
	'image:gen:*': 'Image generation only',
	'image:studio:*': 'Image studio only',
	'video:*': 'All video features',
	'video:gen:*': 'Video generation only',
	'video:studio:*': 'Video studio only',
	'video:interpretation:*': 'Video interpretation only',
	'billing:read': 'View balance and transactions',
	'keys:*': 'Manage own API keys',
} as const;

export type Scope = keyof typeof scopes;

/** Whether a text is one of the documented scopes. */
export function isScope(text: string): text is Scope {
	return Object.hasOwn(scopes, text);
}

/**
 * Whether the held scopes open what `needed` names. A parent wildcard grants all its children:
 * `image:*` opens `image:gen:*`.
 */
export function grants(held: readonly string[], needed: string): boolean {
	return held.some(
		(scope) => scope === needed || (scope.endsWith(':*') && needed.startsWith(scope.slice(0, -1))),
	);
}
