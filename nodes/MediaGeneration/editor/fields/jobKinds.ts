import { toolsOf, type ModelKind } from '../../../../contract/catalog';

/** What the editor needs to know of a kind. */
export interface JobKind {
	/** Its label in lists, and that of its jobs. */
	name: string;
	jobName: string;
	/** The resource and the operations that make its jobs. */
	madeBy: { resource: string; operations: readonly string[] };
}

/** The row of each kind. */
export const jobKinds: Readonly<Record<ModelKind, JobKind>> = {
	image: {
		name: 'Image Generation',
		jobName: 'Image',
		madeBy: { resource: 'image', operations: ['generate'] },
	},
	studio: {
		name: 'Image Editing',
		jobName: 'Edit',
		madeBy: { resource: 'image', operations: ['edit', ...toolsOf('studio')] },
	},
	video: {
		name: 'Video',
		jobName: 'Video',
		madeBy: { resource: 'video', operations: ['generate', ...toolsOf('video')] },
	},
};
