import type { ModelKind } from '../../../../contract/catalog';

/** What the nodes need to know of a product area beyond the contract. */
export interface JobKind {
	/** What the editor's lists call it, and its jobs. */
	name: string;
	jobName: string;
	/** The resource and the operations that make its jobs. */
	madeBy: { resource: string; operations: readonly string[] };
}

/** The row of each product area. */
export const jobKinds: Readonly<Record<ModelKind, JobKind>> = {
	image: {
		name: 'Image Generation',
		jobName: 'Image',
		madeBy: { resource: 'image', operations: ['generate'] },
	},
	studio: {
		name: 'Image Editing',
		jobName: 'Edit',
		madeBy: { resource: 'image', operations: ['edit'] },
	},
	video: {
		name: 'Video',
		jobName: 'Video',
		madeBy: { resource: 'video', operations: ['generate'] },
	},
};
