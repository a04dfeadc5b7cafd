import type { Media } from '../../../contract/catalog';
import { findErrors } from './errors';
import { isJobAddress } from './files';
import { findJobId, namesJob } from './ids';
import { readJob, type JobHints } from './job';
import { findState, type Verdict } from './state';
import { isFields, isWithin, textOrNumber, walk } from './walk';
import { idNames } from './words/ids';
import { jobNames } from './words/jobs';
import { weigh } from './words/rows';
import { wordsOf } from './words/split';

/** An answer to a request that makes media, with what stands around its body. */
export interface Answered {
	status: number;
	headers: Record<string, unknown>;
	/** Parsed where it is JSON, else as text. */
	body: unknown;
}

/** Statuses that leave open whether the request was accepted, or say that there is such a job already. */
const leavesOpen = (status: number) => status >= 500 || status === 408 || status === 409;
/** Redirects that say where the job is; others ask for the same request again. */
const movedTo = new Set([301, 302]);

/**
 * What an answer tells of an accepted job although its body does not, or its status says otherwise: the address or the
 * ID in a header, JSON that is cut short or is no strict JSON, an ID as text, a job under a status of failure. A job
 * whose state says that it has failed is none. Nothing where the body says it by itself, or nobody does. Never throws.
 * @returns an answer that {@link readJob} finds the job in
 */
export function acceptanceIn({ status, headers, body }: Answered, media: Media, hints: JobHints = {}): Record<string, unknown> | undefined {
	const whole = isFields(body) || Array.isArray(body);
	const told = whole ? body : typeof body === 'string' ? fieldsIn(body) : {};
	const { job_id, status_url, urls } = readJob(told, media, hints);
	if (movedTo.has(status)) {
		const location = textOrNumber(headers.location);
		return location !== undefined && isJobAddress(location, undefined) ? { status_url: location } : undefined;
	}
	if (status >= 200 && status < 300) {
		if (whole && (job_id !== undefined || status_url !== undefined || urls.length > 0)) return undefined;
		const found = { ...(isFields(told) ? told : { data: told }), ...namedIn(headers) };
		return isNamed(found) ? found : undefined;
	}
	const verdict = verdictIn(told);
	const isAccepted = verdict === 'processing' || verdict === 'completed' || (leavesOpen(status) && verdict !== 'failed');
	return isNamed(told) && isAccepted ? { job_id, status_url } : undefined;
}

/** Whether an answer names a job by an ID that is surely one's, or by an address. */
function isNamed(body: unknown): boolean {
	const opened = walk(body);
	const id = findJobId(opened);
	return (id !== undefined && namesJob(id)) || readJob(body, 'image').status_url !== undefined;
}

/** What the state's word tells; those within an error tell of the error. */
function verdictIn(body: unknown): Verdict {
	const opened = walk(body);
	const { place, verdict } = findState(opened, findJobId(opened));
	return place && isWithin(place, new Set(findErrors(opened).map((error) => error.place))) ? 'unknown' : verdict;
}

/** The job's ID and address in headers such as Location, Operation-Location and X-Job-Id. */
function namedIn(headers: Record<string, unknown>): { job_id?: string; status_url?: string } {
	let [id, address] = [
		{ weight: SURELY, value: undefined as string | undefined },
		{ weight: 0, value: textOrNumber(headers.location) },
	];
	for (const [name, given] of Object.entries(headers)) {
		const words = wordsOf(name).filter((word) => word !== 'x');
		const value = textOrNumber(given);
		const [idWeight, addressWeight] = [weigh(idNames, words) ?? 0, weigh(jobNames.status_url, words) ?? 0];
		if (idWeight > id.weight) id = { weight: idWeight, value };
		if (addressWeight > address.weight) address = { weight: addressWeight, value };
	}
	return { ...(id.value !== undefined && { job_id: id.value }), ...(address.value !== undefined && { status_url: address.value }) };
}

/** Among headers, IDs of requests and the like are many. */
const SURELY = 60;

/** So much of a text is looked at. */
const LONGEST_TEXT = 100_000;
const FIELD = /"([^"\\]{1,100})"\s*:\s*(?:"((?:[^"\\]|\\.){0,4000})"|(-?\d{1,40}(?![\d.eE]))|(true|false)\b)/g;
const ID_ALONE = /^(?=.*\d)[\w-]{6,128}$/;

/** The plain fields of what was to be JSON, wherever they stand in it; of a text that is an ID, that. */
function fieldsIn(text: string): Record<string, unknown> {
	const said = text.slice(0, LONGEST_TEXT).trim();
	if (ID_ALONE.test(said)) return { job_id: said };
	const fields: Array<[string, unknown]> = [];
	for (const [, name = '', quoted, number, flag] of said.matchAll(FIELD)) fields.push([name, quoted ?? number ?? flag === 'true']);
	// Of several fields of one name the first counts, as the outer ones come first.
	return Object.fromEntries(fields.reverse());
}
