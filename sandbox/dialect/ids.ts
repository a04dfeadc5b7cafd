import { createHash } from 'node:crypto';
import type { Job } from '../jobs/job';
import type { Speaker } from './speaker';
import type { IdForm } from './tables/jobs';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The ID of a job as the dialect writes it: image jobs have UUIDs, as the document says. */
export function idOf({ choices }: Speaker, job: Job): string | number {
	return job.kind === 'image' ? job.id : writeId(choices[job.kind].idForm, job.id);
}

/** An ID in a form. The same job has always the same. */
function writeId(form: IdForm, uuid: string): string | number {
	const bytes = createHash('sha256').update(uuid).digest();
	switch (form) {
		case 'uuid':
			return uuid;
		case 'hex':
			return bytes.toString('hex').slice(0, 24);
		case 'digits':
			return digitsOf(bytes).padStart(18, '1');
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

/** More digits than a JSON number holds exactly. */
function digitsOf(bytes: Buffer): string {
	return (bytes.readBigUInt64BE() % 10n ** 18n).toString();
}
