import * as z from 'zod/v4';
import { chatParameters } from '../chatParameters';

/** @assumed the OpenAI shape of a message: the document says "OpenAI-compatible" and no more */
export const message = z.looseObject({
	role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
	content: z.union([z.string(), z.array(z.looseObject({ type: z.string() })), z.null()]).optional(),
});

/** An image in a content that comes in parts. @assumed OpenAI's shape */
export const imagePart = z.looseObject({
	type: z.literal('image_url'),
	image_url: z.looseObject({ url: z.string() }),
});

const { temperature, top_p, max_tokens } = chatParameters;

/** "Chat completions" of the API document. @assumed at least one message */
export const completionRequest = z.looseObject({
	model: z.string(),
	messages: z.array(message).min(1),
	temperature: z.number().min(temperature.min).max(temperature.max).optional(),
	top_p: z.number().min(top_p.min).max(top_p.max).optional(),
	max_tokens: z.int().min(max_tokens.min).optional(),
	stream: z.boolean().optional(),
});

const usage = z.object({
	prompt_tokens: z.int(),
	completion_tokens: z.int(),
	total_tokens: z.int(),
});

/** @assumed */
export const completion = z.looseObject({
	id: z.string(),
	object: z.literal('chat.completion'),
	created: z.int(),
	model: z.string(),
	choices: z.array(z.looseObject({ index: z.int(), message, finish_reason: z.string() })),
	usage,
});

export type ImagePart = z.infer<typeof imagePart>;
export type CompletionRequest = z.infer<typeof completionRequest>;
