import { toolOperation } from '../toolOperation';

/** The video models of the API document that do one thing with a file, by what they do. */
export const videoTools = [
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
];
