import type { IExecuteFunctions } from 'n8n-workflow';
import { defineOperation } from '../../engine/operation';
import { modelField } from '../../fields/model';
import { batchOptions, optionsField, outputOptions, submitOptions, waitOptions } from '../../fields/options';
import { parametersFields } from '../../fields/parameters';
import { promptField, readPrompt } from '../../fields/prompt';
import { waitForFields } from '../../fields/waitFor';
import { agentCare, makeMedia, priceMedia, submitMedia } from '../makeMedia';

/** Video > Generate: "Generate video" of the API document. */
export const generateVideo = defineOperation({
	value: 'generate',
	name: 'Generate',
	action: 'Generate a video',
	description: 'Make a video from a text, a picture or another video',
	forAgents: `Makes a short video from a text, or from a picture or a video where the model takes one, and answers with its url, its job_id and its cost in US dollars. Takes a minute or more and costs money with every call. Give the prompt: what happens, and how the camera moves. ${agentCare}`,
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
