import { defined, isData } from '../../support/data';
import type { Media } from '../../../../contract/catalog';
import { isSuccess } from '../../support/httpStatus';
import { findErrors } from '../failure/errors';
import { findJobId, isIdOfJob, JOB_ADDRESS_PATH } from './ids';
import { readJob, type JobHints } from './job';
import { withHeaderCharge } from '../money/amount';
import { findState, isRunningOrDone } from './state';
import { isWithin, textOrNumber, walk } from '../core/walk';

interface Answered {
	status: number;
	headers: Record<string, unknown>;
	/** Parsed, or text. */
	body: unknown;
}

/** 409 may say that there is such a job already. */
const leavesOpen = (status: number) => status >= 500 || status === 408 || status === 409;

/**
 * The job that an answer tells of in a header, or under a status of failure. Only what is surely a job's counts. Nothing if the
 * body tells it already. Never throws.
 * @returns an answer that {@link readJob} finds the job in
 */
export function fallbackJobIn(
	{ status, headers, body }: Answered,
	media: Media,
	hints: JobHints = {},
): object | undefined {
	const inHeaders = namedIn(headers);
	// Redirects that say where the job is; others ask for the same request again.
	if (status === 301 || status === 302)
		return isJobs(inHeaders.status_url) ? { status_url: inHeaders.status_url } : undefined;
	const { job_id, status_url, urls } = readJob(body, media, hints);
	const named = surelyNamed(body);
	if (isSuccess(status)) {
		const isTold = named !== undefined || status_url !== undefined || urls.length > 0;
		return isTold || Object.keys(inHeaders).length === 0
			? undefined
			: withHeaderCharge({ ...(isData(body) ? body : { data: body }), ...inHeaders }, headers);
	}
	const isAccepted = leavesOpen(status)
		? named?.verdict !== 'failed'
		: named && isRunningOrDone(named.verdict) && !named.hasError;
	return named && isAccepted ? { job_id, status_url } : undefined;
}

function surelyNamed(body: unknown) {
	const opened = walk(body);
	const id = findJobId(opened);
	const errors = new Set(findErrors(opened).map(({ place }) => place));
	if (!id || !isIdOfJob(id, true) || isWithin(id, errors)) return undefined;
	const { place, verdict } = findState(opened, id, errors);
	return {
		verdict: place?.parent === id.parent ? verdict : 'unknown',
		hasError: errors.size > 0,
	};
}

/** Operation-Location, Location and X-Job-Id. */
function namedIn(headers: Record<string, unknown>): { job_id?: string; status_url?: string } {
	const told = (name: RegExp) =>
		textOrNumber(Object.entries(headers).find(([key]) => name.test(key))?.[1]);
	const status_url = told(/^(operation-location|status-url)$/i) ?? told(/^location$/i);
	const job_id =
		told(/^(x-)?(job|task)-id$/i) ??
		(isJobs(status_url) ? pathOf(status_url).split('/').at(-1) : undefined);
	return defined({ status_url, job_id });
}

const pathOf = (address = '') => address.split(/[?#]/, 1)[0] ?? '';
const isJobs = (address: string | undefined) => JOB_ADDRESS_PATH.test(pathOf(address));
