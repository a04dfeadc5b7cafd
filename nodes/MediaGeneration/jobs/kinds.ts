import type { ModelKind } from '../../../contract/catalog';
import type { EndpointName } from '../../../contract/endpoints';

/** What the nodes need to know of a product area beyond the contract. */
export interface JobKind {
	media: 'image' | 'video';
	/** The endpoint whose credential a job is asked after with. */
	statusEndpoint: EndpointName;
	/** Where a job is asked after when the server gave no address: the documented form and its siblings first, then other usual ones. */
	statusPaths: readonly string[];
	fallbackType: string;
}

/** Where services of this kind keep jobs of any product area. */
const anywhere = ['/v1/jobs/{id}', '/v1/tasks/{id}', '/v1/generations/{id}'];

const imagePaths = ['/v1/images/generation/jobs/{id}', '/v1/images/studio/jobs/{id}', '/v1/images/generations/jobs/{id}', '/v1/images/generations/{id}', '/v1/images/jobs/{id}', '/v1/images/studio/edit/jobs/{id}', '/v1/images/{id}', ...anywhere];

/** @assumed edits are polled where images are, or at the path of the same form; videos at the path of the same form: not shown */
export const jobKinds: Record<ModelKind, JobKind> = {
	image: { media: 'image', statusEndpoint: 'getImageJob', statusPaths: imagePaths, fallbackType: 'image/png' },
	studio: { media: 'image', statusEndpoint: 'getImageJob', statusPaths: imagePaths, fallbackType: 'image/png' },
	video: {
		media: 'video',
		statusEndpoint: 'getVideoJob',
		statusPaths: ['/v1/videos/generation/jobs/{id}', '/v1/videos/generations/jobs/{id}', '/v1/videos/generations/{id}', '/v1/videos/jobs/{id}', '/v1/videos/{id}', ...anywhere],
		fallbackType: 'video/mp4',
	},
};
