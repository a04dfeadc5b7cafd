import { defineOperation } from '../../engine/operation';
import { modelField } from '../../fields/model';
import { answerPathsOptions } from '../../fields/answerPaths';
import { batchOptions } from '../../fields/batchOptions';
import { ledgerOptions } from '../../fields/ledgerOptions';
import { optionsField } from '../../fields/options';
import { outputOptions } from '../../fields/outputOptions';
import { submitOptions } from '../../fields/submitOptions';
import { waitOptions } from '../../fields/waitOptions';
import { parametersFields } from '../../fields/parameters';
import { promptFields, readPrompt } from '../../fields/prompt';
import { readReferenceImages, referenceImagesField } from '../../fields/references';
import { waitForFields } from '../../fields/waitFor';
import { agentCare, makeMedia, priceMedia, submitMedia, type ReadOwnValues } from '../makeMedia';

const readOwn: ReadOwnValues = (input) => ({ prompt: readPrompt(input), image_urls: readReferenceImages(input) });

/** Image > Edit: "Image studio edit" of the API document. */
export const editImage = defineOperation({
	value: 'edit',
	name: 'Edit',
	action: 'Edit image',
	description: 'Change images, or make a new one from them, by a prompt',
	forAgents: `Changes one to five images, or makes a new one from them, as a text says, and answers with the url of the result, its job_id and its cost in US dollars. Costs money with every call. Give the prompt, which says what to change and what to keep, and the http(s) URLs of the images. ${agentCare}`,
	fields: [
		...promptFields('e.g. Make it winter, keep the people', 'What to do with the reference images'),
		referenceImagesField,
		modelField('studio'),
		...parametersFields,
		...waitForFields,
		optionsField([...outputOptions, ...answerPathsOptions, ...submitOptions, ...waitOptions, ...batchOptions, ...ledgerOptions]),
	],
	run: async (context, itemIndex) => await makeMedia(context, 'studio', readOwn, itemIndex),
	price: async (context, itemIndex) => await priceMedia(context, 'studio', readOwn, itemIndex),
	submit: async (context, itemIndex, callbackUrl) => await submitMedia(context, 'studio', readOwn, itemIndex, callbackUrl),
});
