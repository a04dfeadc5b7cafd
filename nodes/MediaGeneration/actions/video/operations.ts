import { getJobOperation } from '../getJob';
import { mediaOperation, toolOperation } from '../mediaOperation';

/** Video: "Generate video" of the API document, its tools and its jobs. */
export const videoOperations = [
	mediaOperation({
		kind: 'video',
		value: 'generate',
		name: 'Generate',
		action: 'Generate a video',
		description: 'Make a video from a prompt, an image or another video',
		does: 'Makes a short video from a text, or from an image or a video where the model takes one, in a minute or more',
		give: 'the prompt: what happens, and how the camera moves',
	}),
	toolOperation('animate', {
		name: 'Animate Image',
		action: 'Animate an image',
		description: 'Make a video that begins with an image',
		does: 'Makes a short video that begins with an image, and moves as a text says',
	}),
	toolOperation('editVideo', {
		name: 'Edit',
		action: 'Edit a video',
		description: 'Change a video with a prompt',
		does: 'Changes a video as a text says',
	}),
	toolOperation('extend', {
		name: 'Extend',
		action: 'Extend a video',
		description:
			'Go on with a video where it ends. Choose a model of your service that can do that',
		does: 'Goes on with a video where it ends, as a text says',
	}),
	toolOperation('removeWatermark', {
		name: 'Remove Watermark',
		action: 'Remove a watermark from a video',
		description: 'Remove a watermark or a logo from a video of at most 30 seconds',
		does: 'Removes a watermark from a video of at most 30 seconds',
	}),
	toolOperation('upscale', {
		name: 'Upscale',
		action: 'Upscale a video',
		description: 'Make a video of at most 30 seconds larger and sharper',
		does: 'Makes a video of at most 30 seconds larger and sharper',
	}),
	getJobOperation('video', 'a video'),
];
