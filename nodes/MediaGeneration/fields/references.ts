import type { INodeProperties } from 'n8n-workflow';
import type { Input } from '../input/input';

/** Reference images, each a URL or the name of a binary field. */
export const referenceImagesField: INodeProperties = {
	displayName: 'Reference Images',
	name: 'image_urls',
	type: 'string',
	required: true,
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Image' },
	default: ['data'],
	placeholder: 'e.g. data, or https://example.com/photo.png',
	description:
		'The images to edit or to use as a reference. For each, enter a URL or the name of a binary field of the item, such as data. From 1 to 5 images.',
};

/** The reference images of an item: a list, also where an expression gives one text or a nested list. */
export function readReferenceImages(input: Input): string[] {
	const given = [input.given('image_urls')].flat(3).filter((entry) => entry !== undefined && entry !== null);
	const wrong = given.find((entry) => typeof entry !== 'string');
	if (wrong !== undefined) input.wrong(referenceImagesField.displayName, 'a list of URLs and names of binary fields', wrong);
	return given.flatMap((entry) => (typeof entry === 'string' ? entries(entry) : []));
}

/** The addresses and names in a text, between line breaks, and between commas or blanks where an address follows. */
function entries(text: string): string[] {
	return text
		.split('\n')
		.flatMap((line) => line.split(/[\s,](?=https?:\/\/)/))
		.map((entry) => entry.trim().replace(/,$/, '').trim())
		.filter((entry) => entry !== '');
}
