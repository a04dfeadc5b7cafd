import * as z from 'zod/v4';

/** "Errors" of the API document: the body of every answer that is not a success. */
export const errorEnvelope = z.object({
	error: z.object({
		message: z.string(),
		type: z.string(),
		/** @assumed empty when no parameter is to blame: the document has a string here always */
		param: z.string(),
		code: z.string(),
	}),
});

export type ErrorEnvelope = z.infer<typeof errorEnvelope>;
