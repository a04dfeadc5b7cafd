import { imagePart, type CompletionRequest } from '../../contract/schemas/chat';
import { invalid } from '../errors';
import { lookAt, type Look } from '../media/inputs';

/**
 * Fetches the images of a conversation and looks at them.
 * @assumed they come as http(s) or data URLs, as large as references of edits may be
 * @throws ApiError 400 that names the message and what is wrong with its image
 */
export async function seenIn(messages: CompletionRequest['messages']): Promise<Look[]> {
	const images = messages.flatMap(({ content }, at) =>
		(Array.isArray(content) ? content : []).flatMap((part, index) =>
			part.type === 'image_url' ? [{ part, param: `messages[${at}].content[${index}]` }] : [],
		),
	);
	return await Promise.all(
		images.map(async ({ part, param }) => await lookAt(urlIn(part, param), param)),
	);
}

function urlIn(part: object, param: string): string {
	const { success, data } = imagePart.safeParse(part);
	if (!success || !/^(https?:|data:image\/)/i.test(data.image_url.url)) {
		throw invalid(
			'messages',
			`${param} must be like {"type":"image_url","image_url":{"url":"https://…"}}, with an http(s) or data URL`,
			'invalid_reference',
		);
	}
	return data.image_url.url;
}

/** @assumed 85 tokens, and 170 more for each square of 512 pixels a side that covers it, as OpenAI counts */
export function imageTokens({ width, height }: Look): number {
	return 85 + 170 * Math.ceil(width / 512) * Math.ceil(height / 512);
}

/** What was seen, as a sentence. */
export function seenInWords(seen: readonly Look[]): string {
	const each = seen.map(
		({ format, width, height }) => `${format.toUpperCase()} image of ${width} × ${height} pixels`,
	);
	return `It saw ${each.map((image) => `a ${image}`).join(' and ')}.`;
}

/** An image is found good from this many pixels a side. */
const GOOD_SIDE = 1024;

/** A verdict on what was seen, as there is no model that could judge what it shows. */
export function verdictOn(seen: readonly Look[]): { good: boolean; why: string } {
	const small = seen.find(({ width, height }) => Math.min(width, height) < GOOD_SIDE);
	if (small)
		return {
			good: false,
			why: `${small.width} × ${small.height} pixels are too few: less than ${GOOD_SIDE} a side`,
		};
	return { good: true, why: `At least ${GOOD_SIDE} pixels a side` };
}
