import type { INodeProperties } from 'n8n-workflow';
import type { Tool } from '../../../../contract/catalog';
import { listIn, type Values } from '../../../../contract/catalog/request';
import { numberField, optionName } from '../input/field';
import { holdsExpression, type Input } from '../input/input';
import { isMissing } from '../../n8n/readers';
import { fromAiField } from '../../n8n/tool';
import { parsePastedAddress } from '../../preflight/address';

type Source = Tool['source'];

const UNCHOSEN = 'data';

/** A list of images, each a URL or the name of a binary field. */
const imageList = {
	type: 'string',
	typeOptions: {
		multipleValues: true,
		multipleValueButtonText: 'Add Image',
		binaryDataProperty: true,
	},
	placeholder: 'e.g. data, or https://example.com/photo.png',
	hint: 'Binary field or URL',
} satisfies Partial<INodeProperties>;

export const chatImagesField: INodeProperties = {
	...imageList,
	displayName: 'Images',
	name: 'images',
	default: [],
	builderHint: { propertyHint: 'After Generate, ["data"] is the image that was made.' },
	description:
		'What the model is to look at, if it can: added to the last message with the role User. For each, enter a URL or the name of a binary field of the item, such as data.',
};

const referenceImagesField: INodeProperties = {
	...imageList,
	displayName: 'Reference Images',
	name: 'image_urls',
	default: [UNCHOSEN],
	builderHint: {
		propertyHint: 'Needs an earlier node that gives a file, such as Generate or a form, or URLs.',
	},
	description:
		'The images to edit or to use as a reference, from 1 to 5. For each, enter a URL or the name of a binary field of the item. Left as it is, it means the only image of the item.',
};

/** The fields for the files that an operation works on; in a tool of an agent its model gives the URL. */
export function sourceFields(source: Source | undefined): INodeProperties[] {
	if (source === undefined) return [];
	if (source === 'image_urls') return [referenceImagesField];
	const displayName = source === 'video_url' ? 'Video' : 'Image';
	return fromAiField({
		displayName,
		name: source,
		type: 'string',
		typeOptions: { binaryDataProperty: true },
		default: UNCHOSEN,
		placeholder: imageList.placeholder,
		hint: imageList.hint,
		description: `The ${displayName.toLowerCase()} to work on: a URL, or the name of a binary field of the item. Left as it is, it means the only ${displayName.toLowerCase()} of the item.`,
	});
}

export const inlineFiles = numberField({
	...optionName('inlineFiles'),
	typeOptions: { minValue: 0.001, maxValue: 20 },
	default: 1,
	description:
		'Files such as reference images are sent in the request (as data URIs) up to this size, not as links, so that the service need not reach this n8n. Untried: no document says whether the service takes that.',
});

const BYTES_PER_MIB = 1024 * 1024;

/** The largest file that is sent in the request itself, in bytes; 0 without the Option. */
export function readInlineLimit(input: Input): number {
	return (input.option(inlineFiles) ?? 0) * BYTES_PER_MIB;
}

/**
 * The images of an item as a list, also if an expression gives a text, JSON or a nested list; the model's rules check them later.
 * Where nothing was chosen there is an empty text. One whose expression gave nothing is kept, so that it is reported.
 */
export function readImages(input: Input, { name }: INodeProperties): unknown[] {
	const given = input.given(name);
	if (isMissing(given) || (Array.isArray(given) && given.length === 0)) return [];
	if (isUnchosen(input, name, given)) return [''];
	return [given]
		.flat()
		.flatMap(entriesOf)
		.map((image) => (image === '' ? undefined : image));
}

/** Whether nothing was chosen: rows that were left as they are, by no expression; n8n puts the default, a list, into a new row. */
const isUnchosen = (input: Input, name: string, given: unknown) =>
	!holdsExpression(input.saved(name)) &&
	[given].flat(3).every((entry) => typeof entry === 'string' && entry.trim() === '');

/** The same where there must be some: no list at all is one of which nothing was chosen. */
export function readReferenceImages(input: Input, field: INodeProperties): unknown[] {
	const images = readImages(input, field);
	return images.length === 0 && isUnchosen(input, field.name, []) ? [''] : images;
}

/** The files that an operation works on. */
export function readInputFiles(input: Input, source: Source | undefined): Values {
	if (source === undefined) return {};
	if (source === 'image_urls')
		return { [source]: readReferenceImages(input, referenceImagesField) };
	const given = input.given(source);
	return { [source]: isUnchosen(input, source, given) ? UNCHOSEN : given };
}

/** Whether a text is a single address, with what people write around it. */
const isOneAddress = (text: string) =>
	(text.match(/https?:\/\//gi)?.length ?? 1) === 1 && parsePastedAddress(text) !== undefined;

/** The images in one entry of the form: an expression can give several. */
function entriesOf(given: unknown): unknown[] {
	const entries = [given].flat(3).flatMap((entry) => {
		const isList = typeof entry === 'string' && !isMissing(entry) && !isOneAddress(entry);
		return (isList ? listIn(entry, entriesIn) : undefined) ?? [entry];
	});
	return entries.length > 0 ? entries : [undefined];
}

/** Between two addresses, or files with theirs in brackets, as sheets have attachments. */
const BETWEEN = /[\s,;|](?=["']?https?:\/\/)|,\s*(?=[^,()]+ \(https?:\/\/)/;

/** The addresses and names in a text, one a line, or separated by a comma, semicolon, bar or blank before an address. */
function entriesIn(text: string): string[] {
	return text
		.split('\n')
		.flatMap((line) => (isOneAddress(line) ? [line] : line.split(BETWEEN)))
		.map((entry) => entry.trim().replace(/\s*[,;|]$/, ''))
		.filter((entry) => entry !== '');
}
