import { getJobOperation } from '../getJob';
import { mediaOperation, toolOperation } from '../mediaOperation';
import { describeImage } from '../chat/operations';

/** Image: "Generate image", "Image studio edit" with its tools, and "Get image job status" of the API document. */
export const imageOperations = [
	mediaOperation({
		kind: 'image',
		value: 'generate',
		name: 'Generate',
		action: 'Generate an image',
		description: 'Make an image from a prompt',
		does: 'Makes one image from a text in some seconds',
		give: 'the prompt in 1 to 2,000 characters: subject, style, light, framing',
	}),
	mediaOperation({
		kind: 'studio',
		source: 'image_urls',
		value: 'edit',
		name: 'Edit',
		action: 'Edit an image',
		description: 'Change images, or make a new one from them, with a prompt',
		does: 'Changes one to five images, or makes a new one from them, as a text says',
		give: 'the prompt, which says what to change and what to keep, and the http(s) URLs of the images',
	}),
	toolOperation('groupEdit', {
		name: 'Edit Group',
		action: 'Edit a group of images',
		description: 'Change up to five images together with a prompt',
		does: 'Changes up to five images together as a text says',
	}),
	describeImage,
	getJobOperation('image', 'an image or edit'),
];
