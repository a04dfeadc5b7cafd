import type { IExecuteFunctions } from 'n8n-workflow';
import { defineOperation } from '../../engine/operation';
import { modelField } from '../../fields/model';
import { batchOptions, optionsField, outputOptions, submitOptions, waitOptions } from '../../fields/options';
import { parametersFields } from '../../fields/parameters';
import { promptField, readPrompt } from '../../fields/prompt';
import { readReferenceImages, referenceImagesField } from '../../fields/references';
import { waitForFields } from '../../fields/waitFor';
import { agentCare, makeMedia, priceMedia, submitMedia } from '../makeMedia';

/** Image > Edit: "Image studio edit" of the API document. */
export const editImage = defineOperation({
	value: 'edit',
	name: 'Edit',
	action: 'Edit an image',
	description: 'Change pictures, or make a new one from them, as a text says',
	forAgents: `Changes one to five pictures, or makes a new one from them, as a text says, and answers with the url of the result, its job_id and its cost in US dollars. Costs money with every call. Give the prompt, which says what to change and what to keep, and the http(s) URLs of the pictures. ${agentCare}`,
	fields: [
		promptField('e.g. Make it winter, keep the people', 'What to do with the reference images'),
		referenceImagesField,
		modelField('studio'),
		...parametersFields,
		...waitForFields,
		optionsField([...outputOptions, ...submitOptions, ...waitOptions, ...batchOptions]),
	],
	run: async (context, itemIndex) => await makeMedia(context, 'studio', valuesOf(context, itemIndex), itemIndex),
	price: async (context, itemIndex) => await priceMedia(context, 'studio', valuesOf(context, itemIndex), itemIndex),
	submit: async (context, itemIndex, callbackUrl) => await submitMedia(context, 'studio', valuesOf(context, itemIndex), itemIndex, callbackUrl),
});

const valuesOf = (context: IExecuteFunctions, itemIndex: number) => ({ prompt: readPrompt(context, itemIndex), image_urls: readReferenceImages(context, itemIndex) });
