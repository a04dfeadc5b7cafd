import type { Media } from '../../../../contract/catalog';
import { isSuccess } from '../../support/httpStatus';
import { parsedJson } from '../../support/json';
import { findErrors } from '../failure/errors';
import { isHtml } from '../core/html';
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
 * ID in a header, JSON that is cut short, JSON line by line, an ID or a file's address as text, a job under a status of
 * failure. Only what is surely a job's counts. Nothing where the body says it by itself, or nobody
 * does. Never throws.
 * @returns an answer that {@link readJob} finds the job in
 */
export function acceptanceIn(
	{ status, headers, body }: Answered,
	media: Media,
	hints: JobHints = {},
): object | undefined {
	if (movedTo.has(status)) return addressIn(headers, isJobs);
	if (isSuccess(status)) return acceptedIn(headers, body, media, hints);
	const told = toldIn(body, media);
	const named = surelyNamed(told);
	const isAccepted = leavesOpen(status)
		? named?.verdict !== 'failed'
		: named && isTakenIn(named.verdict) && !named.hasError;
	if (!named || !isAccepted) return undefined;
	const { job_id, status_url } = readJob(told, media, hints);
	return { job_id, status_url };
}

/** What the body tells with the headers, where it does not tell it alone. */
function acceptedIn(
	headers: Record<string, unknown>,
	body: unknown,
	media: Media,
	hints: JobHints,
): object | undefined {
	const told = toldIn(body, media);
	const { job_id, status_url, urls } = readJob(told, media, hints);
	const inHeaders = namedIn(headers);
	if (
		told === body &&
		(surelyNamed(told) ||
			status_url !== undefined ||
			urls.length > 0 ||
			Object.keys(inHeaders).length === 0)
	)
		return undefined;
	const around = { ...(isFields(told) ? told : { data: told }), ...inHeaders };
	const isOfLines = typeof body === 'string' && linesIn(body) !== undefined;
	if (isOfLines && (job_id !== undefined || findErrors(walk(told)).length > 0)) return around;
	return (surelyNamed(around) ?? readJob(around, media).status_url ?? urls[0]) ? around : undefined;
}

/** The body as it came; of a text what stands in it. */
function toldIn(body: unknown, media: Media): object {
	if (typeof body === 'string') return linesIn(body) ?? fileIn(body, media) ?? fieldsIn(body);
	return isFields(body) || Array.isArray(body) ? body : {};
}

/** The job that an answer names by what is surely the ID of one: what its state says, and whether an error is told with it. */
function surelyNamed(body: unknown) {
	const opened = walk(body);
	const id = findJobId(opened);
	const errors = findErrors(opened);
	if (!id || !namesJob(id, true) || isWithin(id, new Set(errors.map(({ place }) => place))))
		return undefined;
	const { place, verdict } = findState(opened, id, new Set(errors.map((error) => error.place)));
	return {
		verdict: place?.parent === id.parent ? verdict : 'unknown',
		hasError: errors.length > 0,
	};
}

/** The job's ID and address in headers such as Location, Operation-Location and X-Job-Id. */
function namedIn(headers: Record<string, unknown>): { job_id?: string; status_url?: string } {
	const named = Object.entries(headers).map(([name, value]) => ({
		words: wordsOf(name).filter((word) => word !== 'x'),
		value: textOrNumber(value),
	}));
	// Among headers, IDs of requests, executions and the like are many.
	const ids = named.filter(({ words }) => ['job id', 'task id'].includes(words.join(' ')));
	const address = addressIn(headers);
	const [, last] =
		address && isJobs(address.status_url)
			? (/([^/?#]+)(?:[?#].*)?$/.exec(address.status_url) ?? [])
			: [];
	const job_id = ids[0]?.value ?? last;
	return { ...address, ...(job_id !== undefined && { job_id }) };
}

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

/** After all names of a job's own address. */
const LOCATION = 100;

/** Whether an address is that of one job by its path. */
const isJobs = (address: string) => RESOURCE.test(address.split(/[?#]/, 1)[0] ?? '');

/** So much of a text is looked at, in characters, and so many of its lines. */
const LONGEST_TEXT = 100_000;
const MOST_LINES = 1_000;
const FIELD =
	/"([^"\\]{1,100})"\s*:\s*(?:"((?:[^"\\]|\\.){0,4000})"|(-?\d{1,40}(?![\d.eE]))|(true|false)\b)/g;
const ID_ALONE = /^(?=.*\d)[\w-]{6,128}$/;

/**
 * What the lines of a stream tell together, each an object in JSON, or the data of an event: of what several tell of one
 * job, the last; several jobs side by side.
 */
function linesIn(text: string): object | undefined {
	const lines = text.slice(0, LONGEST_TEXT).split(/\r?\n/, MOST_LINES);
	const objects = lines.map((line) => parsedJson(line.replace(/^data:/, ''))).filter(isFields);
	if (objects.length < 2) return objects[0];
	const jobs = new Set(objects.flatMap((object) => findJobId(walk(object))?.value ?? []));
	return jobs.size > 1 ? { jobs: objects } : Object.assign({}, ...objects);
}

/** A text that is nothing but the file, or its address, as the output that it is. */
function fileIn(text: string, media: Media): object | undefined {
	const told = { output: text.trim() };
	return !/\s/.test(told.output) && readJob(told, media).urls.length > 0 ? told : undefined;
}

/** The plain fields of what was to be JSON, wherever they stand in it; of a text that is an ID, that. None of a page. */
function fieldsIn(text: string): Record<string, unknown> {
	const said = text.slice(0, LONGEST_TEXT).trim();
	if (isHtml(said)) return {};
	if (ID_ALONE.test(said)) return verdictOf(said) === 'unknown' ? { job_id: said } : {};
	const fields = [...said.matchAll(FIELD)].map(
		([, name = '', quoted, number, flag]): [string, unknown] => [
			name,
			quoted ?? number ?? flag === 'true',
		],
	);
	// Of several fields of one name the first counts, as the outer ones come first.
	return Object.fromEntries(fields.reverse());
}
