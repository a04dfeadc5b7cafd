import { defineOperation } from '../../run/operation';
import { promptFields, readPrompt } from '../../editor/fields/prompt';
import { readReferenceImages, referenceImagesField } from '../../editor/fields/references';
import { mediaFields, mediaOperation, AGENT_ADVICE } from '../mediaOperation';

/** Image > Edit: "Image studio edit" of the API document. */
export const editImage = defineOperation({
	value: 'edit',
	name: 'Edit',
	action: 'Edit image',
	description: 'Change images, or make a new one from them, with a prompt',
	forAgents: `Changes one to five images, or makes a new one from them, as a text says, and answers with the url of the result, its job_id and its cost in US dollars. Costs money with every call. Give the prompt, which says what to change and what to keep, and the http(s) URLs of the images. ${AGENT_ADVICE}`,
	fields: [...promptFields('studio'), referenceImagesField, ...mediaFields('studio')],
	...mediaOperation('studio', (input) => ({
		prompt: readPrompt(input),
		image_urls: readReferenceImages(input, referenceImagesField),
	})),
});
