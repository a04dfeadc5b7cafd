import * as z from 'zod/v4';
import { modelKinds } from '../catalog/modelKinds';

/** @assumed the shape of "List models", but for chat model IDs and per-token prices being in it */
const modelEntry = z.object({
	id: z.string(),
	object: z.literal('model'),
	name: z.string(),
	type: z.enum([...modelKinds, 'chat']),
	status: z.enum(['Live', 'Deprecated']),
	/** US dollars as a decimal text; per token for chat models. */
	pricing: z.record(z.string(), z.string()),
	eta_seconds: z.number().nullable(),
});

export const modelList = z.object({ object: z.literal('list'), data: z.array(modelEntry) });

export type ListedModel = z.infer<typeof modelEntry>;
