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

/** Image > Generate: "Generate image" of the API document. */
export const generateImage = defineOperation({
	value: 'generate',
	name: 'Generate',
	action: 'Generate image',
	description: 'Make an image from a prompt',
	forAgents: `Makes one image from a text and answers with its url, to show or link, its job_id and its cost in US dollars. Takes some seconds and costs money with every call. Give the prompt in 1 to 2,000 characters: subject, style, light, framing. ${agentCare}`,
	fields: [
		...promptFields('e.g. A lighthouse at dawn, oil painting', 'What the image should show, in 1 to 2,000 characters'),
		modelField('image'),
		...parametersFields,
		...waitForFields,
		optionsField([...outputOptions, ...answerPathsOptions, ...submitOptions, ...waitOptions, ...batchOptions, ...ledgerOptions]),
	],
	run: async (context, itemIndex) => await makeMedia(context, 'image', readOwn, itemIndex),
	price: async (context, itemIndex) => await priceMedia(context, 'image', readOwn, itemIndex),
	submit: async (context, itemIndex, callbackUrl) => await submitMedia(context, 'image', readOwn, itemIndex, callbackUrl),
});
