import type { IDataObject } from 'n8n-workflow';
import { inWords, problemWith } from '../../../contract/catalog/rules';
import type { ParameterRow } from '../../../contract/parameters';
import type { ImagePart } from '../../../contract/schemas/chat';
import { chatImagesField, readInlineLimit } from '../editor/fields/references';
import type { Input } from '../editor/input/input';
import { toUrls } from '../files/reference';
import type { Run } from '../lifecycle/run';
import { textOf } from '../support/data';

const { name, displayName } = chatImagesField;
const rule: ParameterRow = { label: displayName, type: 'urls', file: 'image' };

/**
 * Adds images to the user's last message.
 * @param given as the item gives them
 * @throws NodeOperationError for what is wrong with the item so far, or a file that cannot be sent
 */
export async function addImages(
	run: Run,
	input: Input,
	messages: IDataObject[],
	given: unknown[],
): Promise<IDataObject[]> {
	const inline = readInlineLimit(input);
	if (given.length === 0) return messages;
	const last = messages.findLastIndex(({ role }) => role === 'user');
	if (messages.length > 0 && last < 0)
		input.add(`${displayName} need a message with the role User to belong to (given: none)`);
	input.check();
	const linked = await toUrls(run, given, { param: displayName, kind: 'image', inline });
	const urls = linked.map(({ url }) => url);
	const problem = problemWith(name, rule, urls, '', given);
	if (problem) input.add(inWords(problem));
	const parts = urls.map((url): ImagePart => ({
		type: 'image_url',
		image_url: { url: textOf(url) ?? '' },
	}));
	return messages.map((message, index) =>
		index === last ? { ...message, content: [...partsOf(message), ...parts] } : message,
	);
}

function partsOf({ content }: IDataObject): unknown[] {
	if (Array.isArray(content)) return content;
	return typeof content === 'string' ? [{ type: 'text', text: content }] : [];
}
