import type { Media } from '../../../../contract/catalog';
import { isSuccess } from '../../support/httpStatus';
import { findErrors } from '../failure/errors';
import { findJobId, namesJob, RESOURCE } from './ids';
import { readJob, type JobHints } from './job';
import { statusNameOf } from './jobFields';
import { findState, isTakenIn, verdictOf } from './state';
import { isFields, isWithin, textOrNumber, walk } from '../core/walk';
import { wordsOf } from '../words/split';

/** An answer to a request that makes media, with what stands around its body. */
interface Answered {
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
 * ID in a header, a job under a status of failure. Only what is surely a job's counts. Nothing where the body says it by
 * itself, or nobody does. Never throws.
 * @returns an answer that {@link readJob} finds the job in
 */
export function acceptanceIn(
	{ status, headers, body }: Answered,
	media: Media,
	hints: JobHints = {},
): object | undefined {
	if (movedTo.has(status)) return addressIn(headers, isJobs);
	const told = toldIn(body, media);
	const { job_id, status_url, urls } = readJob(told, media, hints);
	const named = surelyNamed(told);
	if (isSuccess(status)) {
		const inHeaders = namedIn(headers);
		const isTold = named !== undefined || status_url !== undefined || urls.length > 0;
		if (isTold) return told === body ? undefined : told;
		return Object.keys(inHeaders).length === 0
			? undefined
			: { ...(isFields(told) ? told : { data: told }), ...inHeaders };
	}
	const isAccepted = leavesOpen(status)
		? named?.verdict !== 'failed'
		: named && isTakenIn(named.verdict) && !named.hasError;
	return named && isAccepted ? { job_id, status_url } : undefined;
}

const ID_ALONE = /^(?=.*\d)[\w-]{6,128}$/;

/** The body as it came; a text that is nothing but the file, its address, or the job's ID as that. */
function toldIn(body: unknown, media: Media): object {
	if (typeof body !== 'string') return isFields(body) || Array.isArray(body) ? body : {};
	const text = body.trim();
	if (ID_ALONE.test(text)) return verdictOf(text) === 'unknown' ? { job_id: text } : {};
	const told = { output: text };
	return readJob(told, media).urls.length > 0 ? told : {};
}

/** The job that an answer names by what is surely the ID of one: what its state says, and whether an error is told with it. */
function surelyNamed(body: object) {
	const opened = walk(body);
	const id = findJobId(opened);
	const errors = new Set(findErrors(opened).map(({ place }) => place));
	if (!id || !namesJob(id, true) || isWithin(id, errors)) return undefined;
	const { place, verdict } = findState(opened, id, errors);
	return {
		verdict: place?.parent === id.parent ? verdict : 'unknown',
		hasError: errors.size > 0,
	};
}

/** The job's ID and address in headers such as Location, Operation-Location and X-Job-Id. */
function namedIn(headers: Record<string, unknown>): { job_id?: string; status_url?: string } {
	// Among headers, IDs of requests, executions and the like are many.
	const told = Object.entries(headers).find(([name]) => /^(x-)?(job|task)-id$/i.test(name))?.[1];
	const address = addressIn(headers);
	const [, last] =
		address && isJobs(address.status_url)
			? (/([^/?#]+)(?:[?#].*)?$/.exec(address.status_url) ?? [])
			: [];
	const job_id = textOrNumber(told) ?? last;
	return { ...address, ...(job_id !== undefined && { job_id }) };
}

/** After all names of a job's own address. */
const LOCATION = 100;

function addressIn(
	headers: Record<string, unknown>,
	isRight: (address: string) => boolean = () => true,
): { status_url: string } | undefined {
	const told = Object.entries(headers).flatMap(([name, value]) => {
		const rule = statusNameOf(wordsOf(name)) ?? (name.toLowerCase() === 'location' ? LOCATION : -1);
		const address = textOrNumber(value);
		return rule >= 0 && address !== undefined && isRight(address) ? [{ rule, address }] : [];
	});
	const [best] = told.sort((one, other) => one.rule - other.rule);
	return best && { status_url: best.address };
}

/** Whether an address is that of one job by its path. */
const isJobs = (address: string) => RESOURCE.test(address.split(/[?#]/, 1)[0] ?? '');
