import type { Row } from '../draw';
import type { Template } from '../fill';
import type { Part } from './jobs';

/** Where the jobs of a product area are asked about, when the document does not say; `{id}` is the job. */
export interface StatusPath extends Row {
	path: string;
	/** Whether a client that has nothing but a job's ID could think of it. Others are always told in an answer. */
	usual: boolean;
}

const usual = (path: string): StatusPath => ({ name: path, path, usual: true });
const unusual = (path: string): StatusPath => ({ name: path, path, usual: false });

const anywhere = [
	unusual('/v1/operations/{id}'),
	unusual('/v1/predictions/{id}'),
	unusual('/v1/queue/requests/{id}/status'),
	unusual('/v1/status?job={id}'),
];

export const videoPaths: readonly StatusPath[] = [
	usual('/v1/videos/generations/jobs/{id}'),
	usual('/v1/videos/generation/jobs/{id}'),
	usual('/v1/videos/generation/jobs/{id}'),
	usual('/v1/videos/generations/{id}'),
	usual('/v1/videos/jobs/{id}'),
	usual('/v1/videos/{id}'),
	usual('/v1/jobs/{id}'),
	usual('/v1/tasks/{id}'),
	...anywhere,
];

export const studioPaths: readonly StatusPath[] = [
	usual('/v1/images/generation/jobs/{id}'),
	usual('/v1/images/studio/jobs/{id}'),
	usual('/v1/images/studio/jobs/{id}'),
	usual('/v1/images/studio/edit/jobs/{id}'),
	usual('/v1/images/jobs/{id}'),
	usual('/v1/jobs/{id}'),
	usual('/v1/tasks/{id}'),
	...anywhere,
];

/** How the address is written. */
export interface AddressForm extends Row {
	form: 'absolute' | 'of the origin' | 'of the base URL' | 'on another host' | 'protocol-relative';
}

export const addressForms: readonly AddressForm[] = [
	{ name: 'absolute', form: 'absolute' },
	{ name: 'absolute', form: 'absolute' },
	{ name: 'relative to the origin', form: 'of the origin' },
	{ name: 'relative to the base URL', form: 'of the base URL' },
	{ name: 'on another host', form: 'on another host' },
	{ name: 'protocol-relative', form: 'protocol-relative' },
];

/** Where an acceptance tells the address, `$statusUrl`. */
export const addressParts: readonly Part[] = [
	{ name: 'status_url', part: { status_url: '$statusUrl' } },
	{ name: 'status_url', part: { status_url: '$statusUrl' } },
	{ name: 'statusUrl', part: { statusUrl: '$statusUrl' } },
	{ name: 'polling_url', part: { polling_url: '$statusUrl' } },
	{
		name: 'urls.get beside urls.cancel',
		part: { urls: { cancel: '$cancelUrl', get: '$statusUrl', web: '$webPage' } },
	},
	{ name: 'links.self', part: { links: { self: '$statusUrl', cancel: '$cancelUrl' } } },
	{
		name: '_links.status.href',
		part: { _links: { status: { href: '$statusUrl' }, cancel: { href: '$cancelUrl' } } },
	},
	{
		name: 'status_url beside cancel_url',
		part: { status_url: '$statusUrl', cancel_url: '$cancelUrl' },
	},
	{ name: 'href', part: { href: '$statusUrl' } },
];

/** The same when a job's ID alone is told. */
export const noAddress: Part = { name: 'none', part: {} };

/** HTTP statuses of an acceptance, where the document does not tell it. */
export const acceptedStatuses: readonly (Row & { status: 200 | 201 | 202 })[] = [
	{ name: '202', status: 202 },
	{ name: '200', status: 200 },
	{ name: '201', status: 201 },
];

/** Where a job that is done tells its result: with it, or only the address, `$resultUrl`, at which it is to be had; and whether its name tells that, or only that it ends with the job's ID. */
export const resultSteps: readonly (Row & { part?: Template; isNamed: boolean })[] = [
	{ name: 'with it', isNamed: true },
	{ name: 'with it', isNamed: true },
	{ name: 'with it', isNamed: true },
	{ name: 'file_retrieve_url', part: { file_retrieve_url: '$resultUrl' }, isNamed: true },
	{ name: 'result_endpoint', part: { result_endpoint: '$resultUrl' }, isNamed: true },
	{ name: 'content.href', part: { content: { href: '$resultUrl' } }, isNamed: false },
	{ name: 'response_url', part: { response_url: '$resultUrl' }, isNamed: true },
];
