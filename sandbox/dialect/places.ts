import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { kinds } from '../../contract/catalog';
import { endpoints } from '../../contract/endpoints';
import { API_PREFIX, FILES_PATH, MEDIA_PREFIX } from '../http/prefixes';
import type { Job } from '../jobs/job';
import { contentTypeOf, fileNamesOf } from '../media/plan';
import type { Speaker } from './speaker';
import type { FileForm } from './tables/files';
import type { IdForm } from './tables/jobs';
import type { AddressForm } from './tables/status';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Below it, only the result of a job is told. */
const RESULTS = '/v1/content/';
const SIGNATURE =
	'?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=3600&X-Amz-Signature=9f%2Bc0d&response-content-disposition=inline';

/** The ID of a job as the dialect writes it: image jobs have UUIDs, as the document says. The same job has always the same. */
export function idOf({ choices }: Pick<Speaker, 'choices'>, job: Job): string | number {
	return job.kind === 'image' ? job.id : writeId(choices[job.kind].idForm, job.id);
}

function writeId(form: IdForm, uuid: string): string | number {
	const bytes = createHash('sha256').update(uuid).digest();
	switch (form) {
		case 'uuid':
			return uuid;
		case 'hex':
			return bytes.toString('hex').slice(0, 24);
		case 'digits':
			// More than a JSON number holds exactly.
			return String(bytes.readBigUInt64BE() % 10n ** 18n).padStart(18, '1');
		case 'number':
			return bytes.readUIntBE(0, 6);
		case 'ulid':
			return `01J${[...bytes.subarray(0, 23)].map((byte) => CROCKFORD[byte % 32]).join('')}`;
		default: {
			const letters = bytes.toString('base64url').replace(/[-_]/g, '').slice(0, 22);
			return form.replace('…', letters);
		}
	}
}

const inPath = (speaker: Speaker, job: Job) => encodeURIComponent(idOf(speaker, job));

/** Where, below the base URL, a job is asked about; image jobs where the document says. */
export function statusPlaceOf(speaker: Speaker, job: Job): string {
	return job.kind === 'image'
		? endpoints.getImageJob.path.replace('{job_id}', inPath(speaker, job))
		: speaker.choices[job.kind].path.path.replace('{id}', inPath(speaker, job));
}

/** Where nothing but the result of a job is told, for dialects that tell only its address when the job is done. */
export const resultPlaceOf = (speaker: Speaker, job: Job): string => RESULTS + inPath(speaker, job);

/** The job that is asked about at a place, if any. */
export function jobAt(speaker: Speaker, place: string): Job | undefined {
	const asked = decoded(place);
	return [...speaker.context.state.jobs.values()].find((job) =>
		[statusPlaceOf, resultPlaceOf].some((of) => decoded(of(speaker, job)) === asked),
	);
}

/** The endpoint and the parameters for a place that the contract does not have. */
export function endpointAt(speaker: Speaker, place: string) {
	const job = jobAt(speaker, place);
	if (!job) return undefined;
	const part: Record<string, string> = place.startsWith(RESULTS) ? { part: 'result' } : {};
	return { name: kinds[job.kind].statusEndpoint, params: { job_id: job.id, ...part } };
}

/** Clients differ in what they encode. */
function decoded(place: string): string {
	try {
		return decodeURIComponent(place);
	} catch {
		return place;
	}
}

/** A place of the API in one of the usual forms of an address; the other host answers nothing. */
export function addressOf(
	{ context: { publicUrl, mediaUrl } }: Speaker,
	form: AddressForm,
	place: string,
): string {
	const forms = {
		absolute: `${publicUrl}${API_PREFIX}${place}`,
		'of the origin': `${API_PREFIX}${place}`,
		'of the base URL': place,
		'on another host': `${mediaUrl}${API_PREFIX}${place}`,
		'protocol-relative': `${publicUrl.replace(/^https?:/, '')}${API_PREFIX}${place}`,
	};
	return forms[form];
}

/** Each result of a job as a dialect gives it: an address, a data URI, or base64. */
export async function filesOf(
	{ context: { publicUrl, mediaUrl, library } }: Speaker,
	form: FileForm | 'base64',
	{ id, plan }: Job,
): Promise<string[]> {
	const names = fileNamesOf(id, plan);
	if (form === 'base64' || form === 'data URI') {
		const start = form === 'base64' ? '' : `data:${contentTypeOf(plan)};base64,`;
		return await Promise.all(
			names.map(async (name) => start + (await readFile(await library.fileOf(name), 'base64'))),
		);
	}
	const write: Record<Exclude<FileForm, 'data URI'>, (name: string) => string> = {
		own: (name) => `${publicUrl}${MEDIA_PREFIX}/${name}`,
		elsewhere: (name) => `${mediaUrl}${MEDIA_PREFIX}/${name}`,
		'signed elsewhere': (name) => `${mediaUrl}${MEDIA_PREFIX}/${name}${SIGNATURE}`,
		'bare name elsewhere': (name) => `${mediaUrl}${MEDIA_PREFIX}/raw/${name.replace(/\.\w+$/, '')}`,
		keyed: (name) => `${publicUrl}${API_PREFIX}${FILES_PATH}/${name}`,
		'keyed, then elsewhere': (name) => `${publicUrl}${API_PREFIX}${FILES_PATH}/${name}?redirect=1`,
		'of the origin': (name) => `${MEDIA_PREFIX}/${name}`,
		'of the base URL': (name) => `${FILES_PATH}/${name}`,
		'protocol-relative': (name) => `${publicUrl.replace(/^https?:/, '')}${MEDIA_PREFIX}/${name}`,
	};
	return names.map(write[form]);
}
