import * as z from 'zod/v4';

/** "API key". @assumed every field but `key_id`, `secret_key` and the scopes */
export const apiKey = z.object({
	key_id: z.string(),
	name: z.string(),
	scopes: z.array(z.string()),
	status: z.enum(['active', 'revoked']),
	created_at: z.iso.datetime(),
	last_used_at: z.iso.datetime().nullable(),
});

/** The one answer that ever holds the secret. */
export const createdKey = z.object({ ...apiKey.shape, secret_key: z.string() });

/** @assumed */
export const createRequest = z.object({
	name: z.string().min(1),
	scopes: z.array(z.string()).min(1),
});
/** @assumed */
export const keyList = z.object({ data: z.array(apiKey) });
/** @assumed */
export const scopeList = z.object({
	data: z.array(z.object({ scope: z.string(), access: z.string() })),
});
/** @assumed */
export const deletedKey = z.object({ key_id: z.string(), deleted: z.literal(true) });

export type ApiKeyRecord = z.infer<typeof apiKey>;
export type CreatedKey = z.infer<typeof createdKey>;
