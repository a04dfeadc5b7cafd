import { defineOperation } from '../../run/operation';
import { promptFields, readPrompt } from '../../editor/fields/prompt';
import { mediaFields, mediaOperation, AGENT_ADVICE } from '../mediaOperation';

/** Video > Generate: "Generate video" of the API document. */
export const generateVideo = defineOperation({
	value: 'generate',
	name: 'Generate',
	action: 'Generate video',
	description: 'Make a video from a prompt, an image or another video',
	forAgents: `Makes a short video from a text, or from an image or a video where the model takes one, and answers with its url, its job_id and its cost in US dollars. Takes a minute or more and costs money with every call. Give the prompt: what happens, and how the camera moves. ${AGENT_ADVICE}`,
	fields: [...promptFields('video'), ...mediaFields('video')],
	...mediaOperation('video', (input) => ({ prompt: readPrompt(input) })),
});
