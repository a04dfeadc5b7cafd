import * as z from 'zod/v4';
import { nanos } from './jobs';

/**
 * "Balance" of the API document.
 * @assumed the names of the `*_nanos` fields (`_nanos` in place of `_usd`), that `*_usd` are numbers
 */
export const balance = z.object({
	balance_usd: z.number(),
	held_usd: z.number(),
	available_usd: z.number(),
	daily_spend_usd: z.number(),
	monthly_spend_usd: z.number(),
	balance_nanos: nanos,
	held_nanos: nanos,
	available_nanos: nanos,
	daily_spend_nanos: nanos,
	monthly_spend_nanos: nanos,
});

/** @assumed */
const transaction = z.object({
	transaction_id: z.string(),
	type: z.enum(['deposit', 'hold', 'release', 'charge']),
	amount_usd: z.number(),
	amount_nanos: nanos,
	job_id: z.uuid().nullable(),
	description: z.string(),
	created_at: z.iso.datetime(),
});

/** @assumed newest first; `next_cursor` is null on the last page */
export const transactionPage = z.object({
	data: z.array(transaction),
	next_cursor: z.string().nullable(),
});

/** @assumed the endpoint's body, with the endpoint's path beside it; one of the path and the model tells what is estimated */
export const estimateRequest = z.looseObject({
	endpoint: z.string().optional(),
	model: z.string().optional(),
});

/** @assumed */
export const estimate = z.object({
	model: z.string(),
	estimated_cost_usd: z.number(),
	estimated_cost_nanos: nanos,
});

/** @assumed null takes a limit away */
export const limitsRequest = z.object({
	daily_limit_usd: z.number().min(0).nullable().optional(),
	monthly_limit_usd: z.number().min(0).nullable().optional(),
});

/** @assumed */
export const limits = z.object({
	daily_limit_usd: z.number().nullable(),
	monthly_limit_usd: z.number().nullable(),
	daily_limit_nanos: nanos.nullable(),
	monthly_limit_nanos: nanos.nullable(),
});

export type Balance = z.infer<typeof balance>;
