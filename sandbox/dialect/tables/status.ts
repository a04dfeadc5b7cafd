import type { Template } from '../fill';

/** Where the jobs of a product area are asked about, when the document does not say; `{id}` is the job. */
interface StatusPath {
	path: string;
	/** Whether a client that has nothing but a job's ID could think of it. Others are always told in an answer. */
	usual: boolean;
}

const usual = (...paths: string[]) => paths.map((path): StatusPath => ({ path, usual: true }));
const unusual = (...paths: string[]) => paths.map((path): StatusPath => ({ path, usual: false }));

const anywhere = unusual(
	'/v1/operations/{id}',
	'/v1/predictions/{id}',
	'/v1/queue/requests/{id}/status',
	'/v1/status?job={id}',
);

export const videoPaths: readonly StatusPath[] = [
	...usual(
		'/v1/videos/generations/jobs/{id}',
		'/v1/videos/generation/jobs/{id}',
		'/v1/videos/generation/jobs/{id}',
		'/v1/videos/generations/{id}',
		'/v1/videos/jobs/{id}',
		'/v1/videos/{id}',
		'/v1/jobs/{id}',
		'/v1/tasks/{id}',
	),
	...anywhere,
];

export const studioPaths: readonly StatusPath[] = [
	...usual(
		'/v1/images/generation/jobs/{id}',
		'/v1/images/studio/jobs/{id}',
		'/v1/images/studio/jobs/{id}',
		'/v1/images/studio/edit/jobs/{id}',
		'/v1/images/jobs/{id}',
		'/v1/jobs/{id}',
		'/v1/tasks/{id}',
	),
	...anywhere,
];

/** How the address is written. */
export const addressForms = [
	'absolute',
	'absolute',
	'of the origin',
	'of the base URL',
	'on another host',
	'protocol-relative',
] as const;

export type AddressForm = (typeof addressForms)[number];

/** Where an acceptance tells the address, `$statusUrl`. */
export const addressParts: readonly Template[] = [
	{ status_url: '$statusUrl' },
	{ status_url: '$statusUrl' },
	{ statusUrl: '$statusUrl' },
	{ polling_url: '$statusUrl' },
	{ urls: { cancel: '$cancelUrl', get: '$statusUrl', web: '$webPage' } },
	{ links: { self: '$statusUrl', cancel: '$cancelUrl' } },
	{ _links: { status: { href: '$statusUrl' }, cancel: { href: '$cancelUrl' } } },
	{ status_url: '$statusUrl', cancel_url: '$cancelUrl' },
];

/** The same when a job's ID alone is told. */
export const noAddress: Template = {};

/** HTTP statuses of an acceptance, where the document does not tell it. */
export const acceptedStatuses = [202, 200, 201];

/** Where a job that is done tells its result: with it, or only the address, `$resultUrl`, at which it is to be had. */
export const resultSteps: readonly { part?: Template }[] = [
	{},
	{},
	{},
	{ part: { response_url: '$resultUrl' } },
];
