import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

/** Reference images, each an URL or the name of a binary field. */
export const referenceImagesField: INodeProperties = {
	displayName: 'Reference Images',
	name: 'image_urls',
	type: 'string',
	required: true,
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Image' },
	default: [],
	placeholder: 'e.g. data, or https://example.com/photo.png',
	description:
		'The pictures to edit or to take from: for each its URL, or the name of a binary field of the item, such as data. Most models take 1 to 5.',
};

/** The reference images of an item: a list, also where an expression gives one text or a nested list. */
export function readReferenceImages(context: IExecuteFunctions, itemIndex: number): string[] {
	const given: unknown = context.getNodeParameter('image_urls', itemIndex, []);
	return [given]
		.flat(3)
		.flatMap((entry) => (typeof entry === 'string' ? entry.split(/[\s,]+(?=https?:\/\/)|\n/) : []))
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}
