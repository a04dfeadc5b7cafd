import { defineOperation } from '../../run/operation';
import { promptFields, readPrompt } from '../../editor/fields/prompt';
import { mediaFields, mediaOperation, AGENT_ADVICE } from '../mediaOperation';

/** Image > Generate: "Generate image" of the API document. */
export const generateImage = defineOperation({
	value: 'generate',
	name: 'Generate',
	action: 'Generate image',
	description: 'Make an image from a prompt',
	forAgents: `Makes one image from a text and answers with its url, to show or link, its job_id and its cost in US dollars. Takes some seconds and costs money with every call. Give the prompt in 1 to 2,000 characters: subject, style, light, framing. ${AGENT_ADVICE}`,
	fields: [...promptFields('image'), ...mediaFields('image')],
	...mediaOperation('image', (input) => ({ prompt: readPrompt(input) })),
});
