import type { IExecuteFunctions } from 'n8n-workflow';
import { defineOperation } from '../../core/operation';
import { modelField } from '../../fields/model';
import { batchOptions, optionsField, outputOptions, submitOptions, waitOptions } from '../../fields/options';
import { parametersFields } from '../../fields/parameters';
import { promptField, readPrompt } from '../../fields/prompt';
import { waitForFields } from '../../fields/waitFor';
import { makeMedia, priceMedia, submitMedia } from '../makeMedia';

/** Video > Generate: "Generate video" of the API document. */
export const generateVideo = defineOperation({
	value: 'generate',
	name: 'Generate',
	action: 'Generate a video',
	description: 'Make a video from a text, a picture or another video',
	fields: [
		promptField('e.g. Waves roll in, the camera rises slowly', 'What should happen in the video. The upscaler and the watermark remover need a text but ignore it.'),
		modelField('video'),
		...parametersFields,
		...waitForFields,
		optionsField([...outputOptions, ...submitOptions, ...waitOptions, ...batchOptions]),
	],
	run: async (context, itemIndex) => await makeMedia(context, 'video', valuesOf(context, itemIndex), itemIndex),
	price: async (context, itemIndex) => await priceMedia(context, 'video', valuesOf(context, itemIndex), itemIndex),
	submit: async (context, itemIndex, callbackUrl) => await submitMedia(context, 'video', valuesOf(context, itemIndex), itemIndex, callbackUrl),
});

const valuesOf = (context: IExecuteFunctions, itemIndex: number) => ({ prompt: readPrompt(context, itemIndex) });
