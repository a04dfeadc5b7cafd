import * as z from 'zod/v4';

/** "Errors" of the API document: the body of every answer that is not a success. */
export const errorEnvelope = z.object({
	error: z.object({
		message: z.string(),
		type: z.string(),
		/** @assumed null when no parameter is to blame */
		param: z.string().nullable(),
		code: z.string(),
	}),
});

export type ErrorEnvelope = z.infer<typeof errorEnvelope>;
