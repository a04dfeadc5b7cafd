import type { Media } from '../../../../contract/catalog';
import { asText } from '../../support/data';
import { errorPlaces, findErrors, type FoundError } from '../failure/errors';
import {
	conclude,
	failureEvidenceOf,
	type Evidence,
	type JobStatus,
	type FailureEvidence,
} from './conclude';
import { findFiles, type Excluded, type FoundFiles } from './files';
import { jobIdAt, LONGEST_ID, ownId } from './ids';
import { readFields, type JobFields } from './jobFields';
import { leftOver, CLASHING_FIELDS } from '../core/leftovers';
import { readServiceError, type ServiceError } from '../failure/serviceError';
import { fileAt } from './media';
import { findState, type FoundState } from './state';
import { isLeaf, isWithin, placeAt, textOrNumber, walk, type Place } from '../core/walk';

type Standing =
	| { status: 'processing' }
	| {
			status: 'completed';
			/** Why some of the results are missing. */
			missing?: string;
	  }
	| { status: 'failed'; failureEvidence: FailureEvidence };

/** A job as an answer tells of it. */
export type Job = Standing &
	JobFields & {
		job_id?: string;
		/** The service's own word, if it is another. */
		reported_status?: string;
		/** The results: addresses as they came (absolute, relative or `data:`), content as `data:` addresses. */
		urls: string[];
		error?: ServiceError;
		/** All other fields, as they came. */
		extra: Record<string, unknown>;
	};

/** Whether the question may have failed rather than the job. */
export const mayBeLookupError = (job: Job): boolean =>
	job.status === 'failed' && job.failureEvidence === 'nothing';

/** What helps to read a job. */
export interface JobHints {
	/** What was put in, and so is no result. */
	exclude?: Excluded;
	/** The job that was asked about. */
	jobId?: string;
	/** Paths such as `output.0.uri` that the user gave: they count before anything that is found. */
	paths?: { job_id?: string; status?: string; file?: string };
}

/** Names of a job's own fields in an item. */
const taken = new Set([
	...'job_id status reported_status url urls status_url webhook_url answer_url model'.split(' '),
	...'generation_time created_at completed_at error raw'.split(' '),
	CLASHING_FIELDS,
]);

/**
 * Reads a job out of any answer: the synchronous result, the acceptance, the job status, a delivery ("Image generation job" of
 * the API document). Never throws.
 */
export function readJob(body: unknown, media: Media, hints: JobHints = {}): Job {
	const evidence = evidenceIn(body, media, hints);
	const { opened, id, state, errors } = evidence;
	const says = conclude(evidence);
	const files = says === 'completed' ? evidence.files : { urls: [], places: [] };
	// What is not surely a file may be where it is told.
	const fields = readFields(opened, id, new Set(evidence.files.sure ? files.places : []));
	const addresses = addressesFor(says, evidence, fields.values);
	const error = says === 'failed' ? readServiceError(body) : undefined;
	const told = new Set<unknown>(Object.values(addresses));
	const read = fields.places
		.filter(([name]) => told.has(fields.values[name]))
		.map(([, place]) => place);
	const isTold = !isElsewhere(evidence, addresses);
	const used = [
		id,
		state.place,
		...(isTold ? files.places : []),
		...read,
		...(error ? toldBy(errors, error) : []),
	];
	return {
		job_id: jobIdAt(id),
		reported_status: state.word === says ? undefined : state.word,
		urls: isTold ? files.urls : [],
		...addresses,
		...standingOf(says, evidence),
		error,
		extra: leftOver(opened, new Set(used.filter((place) => place !== undefined)), taken),
	};
}

function evidenceIn(
	body: unknown,
	media: Media,
	{ exclude, jobId: asked, paths = {} }: JobHints,
): Evidence {
	const opened = walk(body);
	const id = textAt(body, paths.job_id) ?? ownId(opened, asked);
	const errors = findErrors(opened);
	const state = paths.status
		? stateAt(body, paths.status)
		: findState(opened, id, new Set(errors.map(({ place }) => place)));
	const files = paths.file
		? filesAt(body, paths.file)
		: findFiles(opened, media, { jobId: jobIdAt(id) ?? asked, exclude });
	return { opened, id, state, files, errors, asked };
}

/** A result that was fetched from elsewhere stands in `answer`, what said so in `status`. */
function givenPlace(body: unknown, path: string): Place | undefined {
	return placeAt(body, path) ?? placeAt(body, `answer.${path}`) ?? placeAt(body, `status.${path}`);
}

/** The place of a short text or a number at a path that the user gave. */
function textAt(body: unknown, path: string | undefined): Place | undefined {
	const place = path ? givenPlace(body, path) : undefined;
	const text = place && textOrNumber(place.value);
	return text !== undefined && text.length <= LONGEST_ID ? place : undefined;
}

/** What the text at such a path says of how the job stands. */
function stateAt(body: unknown, path: string): FoundState {
	const place = textAt(body, path);
	return { ...findState(walk({ status: place?.value })), place };
}

/** All texts at or below such a path, as they came. */
function filesAt(body: unknown, path: string): FoundFiles {
	const at = givenPlace(body, path);
	const places = at
		? walk(body).places.filter(
				(place) =>
					isWithin(place, new Set([at])) && typeof place.value === 'string' && place.value !== '',
			)
		: [];
	const urls = places.map((place) => fileAt(place)?.url ?? asText(place.value));
	return { urls: [...new Set(urls)], places, sure: urls.length > 0 };
}

function standingOf(says: JobStatus, evidence: Evidence): Standing {
	const { opened, state, errors, asked } = evidence;
	if (says === 'processing') return { status: says };
	if (says === 'failed') {
		const failureEvidence = failureEvidenceOf(evidence);
		// An error beside a word of running is that of the question.
		const isRunning =
			asked !== undefined && failureEvidence === 'nothing' && state.verdict === 'processing';
		return isRunning ? { status: 'processing' } : { status: says, failureEvidence };
	}
	const isPart = errors.some(({ listed, ofPart, sure }) => sure && (listed || ofPart));
	return {
		status: says,
		...(isPart && { missing: readServiceError(opened.root.value).message ?? 'no reason is given' }),
	};
}

/** Of a job that runs there is no answer yet: its address is where to ask. A sure file needs none. */
function addressesFor(says: JobStatus, { files }: Evidence, values: JobFields): JobFields {
	const { status_url, answer_url, ...others } = values;
	if (says === 'processing' && status_url === undefined)
		return { ...others, status_url: answer_url };
	return says === 'completed' && files.sure ? { ...others, status_url } : values;
}

const isElsewhere = ({ files }: Evidence, { answer_url }: JobFields): boolean =>
	!files.sure && answer_url !== undefined && !files.urls.includes(answer_url);

function toldBy(errors: readonly FoundError[], error: ServiceError): Place[] {
	const texts = new Set<unknown>(Object.values(error).filter((part) => part !== undefined));
	return errors
		.flatMap(({ place }) => errorPlaces(place))
		.filter((place) => isLeaf(place) && texts.has(textOrNumber(place.value)?.trim()));
}
