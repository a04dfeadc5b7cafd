import { defineOperation } from '../../core/operation';
import { modelField } from '../../fields/model';
import { optionsField, outputOptions, submitOptions, waitOptions } from '../../fields/options';
import { parametersFields } from '../../fields/parameters';
import { promptField, readPrompt } from '../../fields/prompt';
import { readReferenceImages, referenceImagesField } from '../../fields/references';
import { makeMedia } from '../makeMedia';

/** Image > Edit: "Image studio edit" of the API document. */
export const editImage = defineOperation({
	value: 'edit',
	name: 'Edit',
	action: 'Edit an image',
	description: 'Change pictures, or make a new one from them, as a text says',
	fields: [
		promptField('e.g. Make it winter, keep the people', 'What to do with the reference images'),
		referenceImagesField,
		modelField('studio'),
		...parametersFields,
		optionsField([...outputOptions, ...submitOptions, ...waitOptions]),
	],
	run: async (context, itemIndex) => {
		const image_urls = readReferenceImages(context, itemIndex);
		return await makeMedia(context, 'studio', { prompt: readPrompt(context, itemIndex), image_urls }, itemIndex);
	},
});
