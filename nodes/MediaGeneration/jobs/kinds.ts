import type { ModelKind } from '../../../contract/catalog';
import type { EndpointName } from '../../../contract/endpoints';

/** What the nodes need to know of a product area beyond the contract. */
export interface JobKind {
	media: 'image' | 'video';
	/** Where a job is asked after when the server gave no `status_url`. */
	statusEndpoint: EndpointName;
	fallbackType: string;
}

/** @assumed edits are polled where pictures are, videos at the path of the same form: not shown */
export const jobKinds: Record<ModelKind, JobKind> = {
	image: { media: 'image', statusEndpoint: 'getImageJob', fallbackType: 'image/png' },
	studio: { media: 'image', statusEndpoint: 'getImageJob', fallbackType: 'image/png' },
	video: { media: 'video', statusEndpoint: 'getVideoJob', fallbackType: 'video/mp4' },
};
