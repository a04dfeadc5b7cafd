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
import { waitForFields } from '../../fields/waitFor';
import { agentCare, makeMedia, priceMedia, submitMedia, type ReadOwnValues } from '../makeMedia';

const readOwn: ReadOwnValues = (input) => ({ prompt: readPrompt(input) });

/** Video > Generate: "Generate video" of the API document. */
export const generateVideo = defineOperation({
	value: 'generate',
	name: 'Generate',
	action: 'Generate video',
	description: 'Make a video from a prompt, an image or another video',
	forAgents: `Makes a short video from a text, or from an image or a video where the model takes one, and answers with its url, its job_id and its cost in US dollars. Takes a minute or more and costs money with every call. Give the prompt: what happens, and how the camera moves. ${agentCare}`,
	fields: [
		...promptFields(
			'e.g. Waves roll in, the camera rises slowly',
			'What should happen in the video. The upscaler and the watermark remover need a text but ignore it.',
		),
		modelField('video'),
		...parametersFields,
		...waitForFields,
		optionsField([...outputOptions, ...answerPathsOptions, ...submitOptions, ...waitOptions, ...batchOptions, ...ledgerOptions]),
	],
	run: async (context, itemIndex) => await makeMedia(context, 'video', readOwn, itemIndex),
	price: async (context, itemIndex) => await priceMedia(context, 'video', readOwn, itemIndex),
	submit: async (context, itemIndex, callbackUrl) => await submitMedia(context, 'video', readOwn, itemIndex, callbackUrl),
});
