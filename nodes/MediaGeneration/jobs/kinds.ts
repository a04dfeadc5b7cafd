import type { ModelKind } from '../../../contract/catalog';

/** What the nodes need to know of a product area beyond the contract. */
export interface JobKind {
	/** What the editor's lists call it, and its jobs. */
	name: string;
	jobName: string;
	/** The resource and the operations that make its jobs. */
	madeBy: { resource: string; operations: readonly string[] };
	/** Where a job is asked about beside the contract's path when the server gave no address: the siblings of that first, then other usual ones. */
	statusPaths: readonly string[];
}

/** Where services of this kind keep jobs of any product area. */
const anywhere = ['/v1/jobs/{id}', '/v1/tasks/{id}', '/v1/generations/{id}'];

const imagePaths = [
	'/v1/images/studio/jobs/{id}',
	'/v1/images/generations/jobs/{id}',
	'/v1/images/generations/{id}',
	'/v1/images/jobs/{id}',
	'/v1/images/studio/edit/jobs/{id}',
	'/v1/images/{id}',
	...anywhere,
];

/** @assumed edits are polled where images are, or at the path of the same form; videos at the path of the same form: not shown */
export const jobKinds: Readonly<Record<ModelKind, JobKind>> = {
	image: {
		name: 'Image Generation',
		jobName: 'Image',
		madeBy: { resource: 'image', operations: ['generate'] },
		statusPaths: imagePaths,
	},
	studio: {
		name: 'Image Editing',
		jobName: 'Edit',
		madeBy: { resource: 'image', operations: ['edit'] },
		statusPaths: imagePaths,
	},
	video: {
		name: 'Video',
		jobName: 'Video',
		madeBy: { resource: 'video', operations: ['generate'] },
		statusPaths: [
			'/v1/videos/generations/jobs/{id}',
			'/v1/videos/generations/{id}',
			'/v1/videos/jobs/{id}',
			'/v1/videos/{id}',
			...anywhere,
		],
	},
};
