import { API_PREFIX, FILES_PATH, MEDIA_PREFIX } from '../http/prefixes';
import type { Job } from '../jobs/job';
import { contentTypeOf, fileNamesOf } from '../media/plan';
import type { Speaker } from './speaker';
import type { FileForm } from './tables/files';

const SIGNATURE =
	'?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=3600&X-Amz-Signature=9f%2Bc0d&response-content-disposition=inline';

/** Each result of a job as a dialect reaches it. */
export async function addressesIn(speaker: Speaker, form: FileForm, job: Job): Promise<string[]> {
	const names = fileNamesOf(job.id, job.plan);
	if (form === 'data URI')
		return (await bytesOf(speaker, names)).map((bytes) => dataUri(job, bytes));
	const { publicUrl, mediaUrl } = speaker.context;
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

/** Each result of a job as base64. */
export async function base64In(speaker: Speaker, asDataUri: boolean, job: Job): Promise<string[]> {
	const files = await bytesOf(speaker, fileNamesOf(job.id, job.plan));
	return files.map((bytes) => (asDataUri ? dataUri(job, bytes) : bytes.toString('base64')));
}

function dataUri({ plan }: Job, bytes: Buffer): string {
	return `data:${contentTypeOf(plan)};base64,${bytes.toString('base64')}`;
}

async function bytesOf({ context }: Speaker, names: string[]): Promise<Buffer[]> {
	return await Promise.all(
		names.map(async (name) => {
			const file = await context.library.find(name);
			if (!file) throw new Error(`There is no file ${name}`);
			return Buffer.from(
				await new Response((await file.read(0, file.length - 1)) as BodyInit).arrayBuffer(),
			);
		}),
	);
}
