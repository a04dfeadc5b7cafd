import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { kinds, type ModelKind } from '../../../contract/catalog';
import { dataOf, messageOf, valueOf } from '../support/data';
import { detailsOf, withDetails, type NodeFailure } from '../support/details';
import { asNodeFailure } from '../support/failure';
import { hasScheme } from '../support/scheme';
import { download, type DownloadContext } from '../transport/download';
import { Overdue, within } from '../transport/deadline';
import { atOrigin } from '../transport/addresses';
import { baseUrlOf } from '../transport/request';
import { pathsIn } from '../wire/walk';
import { chargedFields, withCharge, type AskedFields } from './cost';
import type { Look } from './poll';

export type OutputContext = DownloadContext;

/** What the user wants to see of a finished job. */
export interface OutputOptions {
	download: boolean;
	/** The binary field for the file. */
	binaryPropertyName: string;
	/** Without an extension; from the model and the job when empty. */
	fileName?: string;
	raw: boolean;
	/** Whether a downloaded file is given as a link to it, and not as itself. */
	asLink?: boolean;
	/** Largest file that is downloaded, in bytes. */
	maxBytes: number;
	/** How long a media host may be silent, in milliseconds; half a minute when absent. */
	idleMs?: number;
	/** Until when files are downloaded, in milliseconds since the Unix epoch; without a bound when absent. */
	until?: number;
}

/**
 * The node's items for a job: one for each image or video, always with the same fields, and one with
 * no file for a job that is still running.
 * @throws NodeApiError or NodeOperationError when a file cannot be downloaded, with the job's ID and the file's URL
 */
export async function toItems(
	context: OutputContext,
	kind: ModelKind,
	look: Look,
	options: OutputOptions,
	itemIndex: number,
	asked: AskedFields = {},
): Promise<INodeExecutionData[]> {
	const { status } = look.job;
	const files = await addressesOf(context, kind, look);
	const items: INodeExecutionData[] = [];
	for (const [index, addresses] of (files.length > 0 ? files : [[]]).entries()) {
		const [url] = addresses;
		const json = fieldsOf(look, shownUrl(url), { ...asked, ...amongSeveral(index, files.length) }, options.raw);
		const item: INodeExecutionData = { json, pairedItem: { item: itemIndex } };
		items.push(item);
		if (!url && status === 'completed') sayNothingFound(context, json, look);
		if (!url || !options.download) continue;
		if (!/^(https?|data):/i.test(url) || (!url.startsWith('data:') && !URL.canParse(url))) {
			json.note = 'The file was not downloaded, because its url is not a web address.';
			continue;
		}
		const name = fileName(look, options, asked.prompt, files.length > 1 ? index + 1 : undefined);
		const fetched = await fetchFile(context, addresses, { look, kind, name, options, itemIndex });
		if (!fetched) {
			json.note = 'The file was not downloaded, because n8n was about to end the pause. It was made and paid for; fetch it with Get Job, or from its url.';
			continue;
		}
		const { from, file } = fetched;
		json.url = shownUrl(from);
		if (options.asLink) Object.assign(json, linkTo(context, file));
		else item.binary = { [options.binaryPropertyName]: file };
	}
	return items;
}

/** Which of several files an item has. */
const amongSeveral = (index: number, of: number) => (of > 1 ? { index, of } : {});

/**
 * The same items for a job that has ended, when there is no time left for its files. A file that stands in the answer
 * itself is in raw.
 */
export function itemsWithoutFiles(
	look: Look,
	{ raw }: OutputOptions,
	itemIndex: number,
	asked: AskedFields,
): Array<{ json: IDataObject; pairedItem: { item: number } }> {
	const { urls } = look.job;
	const withRaw = raw || urls.some((url) => url.startsWith('data:'));
	return (urls.length > 0 ? urls : [undefined]).map((url, index) => ({
		json: fieldsOf(look, shownUrl(url), { ...asked, ...amongSeveral(index, urls.length) }, withRaw),
		pairedItem: { item: itemIndex },
	}));
}

const LINK_LASTS = '7d';

/** A link to a file that n8n has stored, or why there is none. */
function linkTo(context: OutputContext, file: IBinaryData): IDataObject {
	try {
		return { copy_url: context.helpers.createBinarySignedUrl(file, LINK_LASTS) };
	} catch (error) {
		return { note: `There is no link to the copy in n8n: ${messageOf(error)}` };
	}
}

interface Wanted {
	look: Look;
	kind: ModelKind;
	name: string;
	options: OutputOptions;
	itemIndex: number;
}

/** Downloads a file from the first of its addresses that has it; nothing when there is no time left for it. */
async function fetchFile(
	context: OutputContext,
	addresses: string[],
	{ look: { job }, kind, name, options, itemIndex }: Wanted,
): Promise<{ from: string; file: IBinaryData } | undefined> {
	const { job_id, status_url } = job;
	const { maxBytes, idleMs, until = Infinity } = options;
	const { makes } = kinds[kind];
	let unknown: NodeFailure | undefined;
	for (const url of addresses) {
		const file = { url, name, media: makes, itemIndex, job_id, maxBytes, idleMs, mayCome: url === addresses.at(-1) };
		const left = url.startsWith('data:') ? Infinity : Math.max(0, until - Date.now());
		const [outcome] = await Promise.allSettled([
			left === Infinity ? download(context, file) : within(left, undefined, async (stop) => await download(context, { ...file, stop })),
		]);
		if (outcome.status === 'fulfilled') return { from: url, file: outcome.value };
		if (outcome.reason instanceof Overdue) return undefined;
		const failure = withDetails(asNodeFailure(context.getNode(), outcome.reason, itemIndex), {
			job_id,
			other_job_ids: job.extra.other_job_ids,
			status_url,
			url: shownUrl(url),
			// Without a job ID they are all that is known of what was paid for.
			...(job_id === undefined && { may_be_paid: true, urls: job.urls.map((other) => shownUrl(other)) }),
		});
		if (detailsOf(failure).http_code !== 404) throw failure;
		unknown ??= failure;
	}
	throw unknown ?? new Error('There is no address to download from');
}

/** What the addresses of a job's files can mean, the likeliest first; what is relative lies at the API. */
async function addressesOf(context: OutputContext, kind: ModelKind, { job }: Look): Promise<string[][]> {
	if (job.urls.every((url) => /^(https?:\/\/|data:)/i.test(url))) return job.urls.map((url) => [url]);
	const baseUrl = await baseUrlOf(context, kinds[kind].statusEndpoint);
	return job.urls.map((url) => {
		if (hasScheme(url)) return [url];
		if (url.startsWith('//')) return [`${new URL(baseUrl).protocol}${url}`];
		const meanings = atOrigin(baseUrl, url);
		return meanings.length > 0 ? meanings : [url];
	});
}

/** An address as the item shows it; a file that is its own address is in the item, or with Include Raw Answer in raw. */
function shownUrl(url: string | undefined): string | undefined {
	return url !== undefined && url.startsWith('data:') && url.length > LONGEST_SHOWN ? `${url.slice(0, url.indexOf(',') + 1)}…` : url;
}

const LONGEST_SHOWN = 2_000;
/** More of a text than any name is made of; the whole can be as large as a file. */
const LONGEST_READ = 1_000;
const WORDS_IN_NAME = 6;
const LONGEST_WORDS = 40;

/** A completed job without a file is told, with the answer and where to point at it. */
function sayNothingFound(context: OutputContext, json: IDataObject, { job, raw }: Look): void {
	const paths = pathsIn(raw).join(', ');
	// A trigger has no such option.
	const where = context.getNode().type.endsWith('Trigger') ? 'Fetch it with Get Job, and there set' : 'Set';
	json.note = `The service says that the job is completed, but no file was found in its answer. ${where} Options > Paths in the Answer > File to its path (paths in the answer: ${paths || 'none'}).`;
	json.raw = valueOf(raw);
	if ('addExecutionHints' in context)
		context.addExecutionHints({
			message: `${job.job_id ? `Job ${job.job_id}` : 'A job'} is completed, but no file was found in the service’s answer. See note in the output.`,
			type: 'warning',
			location: 'outputPane',
		});
}

/** The fields of an item, always in the same order: the exact amounts last, after what only this service tells. */
function fieldsOf(
	{ job, raw, accepted }: Look,
	url: string | undefined,
	{ prompt, estimated_cost_usd, estimated_cost_nanos, reused, unclear_tries, unclear_cost_usd, ...place }: AskedFields & { index?: number; of?: number },
	withRaw: boolean,
): IDataObject {
	const { extra, ...known } = job;
	const { job_id, status, reported_status, model, generation_time, created_at, completed_at, status_url, webhook_url, error } = known;
	const { cost_usd, cost_nanos, ...others } = { ...chargedFields(accepted), ...withCharge(dataOf(extra)) };
	const fields = {
		job_id,
		prompt,
		status,
		url,
		...place,
		model,
		cost_usd,
		estimated_cost_usd,
		unclear_tries,
		unclear_cost_usd,
		generation_time,
		created_at,
		completed_at,
		status_url,
		webhook_url,
		reported_status,
		error,
	};
	// The service's own word counts where there is none of ours.
	const told = Object.entries(others).filter(([name]) => dataOf(fields)[name] === undefined);
	const given = [...Object.entries(fields), ...told, ['cost_nanos', cost_nanos], ['estimated_cost_nanos', estimated_cost_nanos]].filter(
		([, value]) => value !== undefined,
	);
	const json = dataOf(Object.fromEntries(given));
	return { ...json, ...(withRaw && { raw: valueOf(raw) }), ...(reused && { reused }) };
}

/** Named by the prompt's first words, so that the files of a batch can be told apart. */
function fileName({ job }: Look, options: OutputOptions, prompt = '', number?: number): string {
	const words = (prompt.slice(0, LONGEST_READ).match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, WORDS_IN_NAME).join('-').slice(0, LONGEST_WORDS);
	const base = options.fileName ?? [words || job.model, job.job_id].filter(Boolean).join('-');
	const safe =
		base
			.slice(0, LONGEST_READ)
			.replace(/[^\p{L}\p{N}._ -]+/gu, '_')
			.slice(0, 120) || 'media';
	return number === undefined ? safe : `${safe}-${number}`;
}
