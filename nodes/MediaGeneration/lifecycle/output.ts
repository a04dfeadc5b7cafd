import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { kinds, type ModelKind } from '../../../contract/catalog';
import { amountFields } from '../../../contract/money';
import { cut } from '../support/bounded';
import { dataOf, defined, messageOf, valueOf } from '../support/data';
import { detailsOf, withDetails, type NodeFailure } from '../failures/details';
import { asNodeFailure } from '../failures/failure';
import { optionLabels } from '../failures/labels';
import { hasScheme } from '../support/scheme';
import { isDataUri } from '../files/dataUri';
import { download } from '../files/download';
import { Overdue, withDeadline } from '../support/deadline';
import { atOrigin } from '../http/addresses';
import { CLASHING_FIELDS } from '../answers/core/leftovers';
import { pathsIn } from '../answers/core/walk';
import { extensionOf } from '../answers/job/media';
import { chargedIn } from '../answers/money/amount';
import type { RequestSummary } from './price';
import { outputFileName } from '../files/fileName';
import { refOf, withStoredFiles, type FileOptions } from './jobReport';
import { restoredFailure, type JobSnapshot } from './snapshot';
import type { FileClient } from '../http/client';
import { settled } from '../support/settled';

export interface OutputOptions extends FileOptions {
	binaryPropertyName: string;
	/** Whether all files of a job are in one item. */
	inOneItem?: boolean;
	raw: boolean;
	/** How long a media host may be silent, in milliseconds. */
	idleMs?: number;
	/** Until when files are downloaded, in milliseconds since the Unix epoch, and why no longer. */
	until?: { at: number; why: string };
}

/**
 * The items of a job: one for each file, for all of them, or for a job that still runs.
 * @throws NodeApiError or NodeOperationError with the job's ID and the file's URL when a file cannot be downloaded
 */
export async function toItems(
	client: FileClient,
	kind: ModelKind,
	given: JobSnapshot,
	options: OutputOptions,
	asked: RequestSummary = {},
): Promise<INodeExecutionData[]> {
	const { prompt } = asked;
	const wanted = { kind, output: options, asked };
	const snapshot = await withStoredFiles(client, given, wanted, client.share);
	const { job } = snapshot;
	const files = await addressesOf(client, kind, snapshot);
	const items: INodeExecutionData[] = [];
	for (const [index, addresses] of (files.length > 0 ? files : [[]]).entries()) {
		const [url] = addresses;
		const number = files.length > 1 ? index + 1 : undefined;
		const name = outputFileName(job, { ...options, prompt, number });
		const several = files.length > 1 && { index, of: files.length };
		const file_name = url && [name, extensionOf(url)].filter(Boolean).join('.');
		const told = { ...asked, ...several, file_name };
		const json = fieldsOf(snapshot, url, told, options.raw);
		const item: INodeExecutionData = { json, pairedItem: { item: client.itemIndex } };
		items.push(item);
		if (!url && job.status === 'completed') sayNothingFound(client, json, snapshot);
		if (!url) continue;
		if (job.status === 'completed' && job.missing !== undefined)
			json.note = `A part of what was asked for was not made: ${job.missing}`;
		await addFile(client, item, addresses, { snapshot, index, kind, name, options });
	}
	return together(items, options);
}

interface Wanted {
	snapshot: JobSnapshot;
	index: number;
	kind: ModelKind;
	name: string;
	options: OutputOptions;
}

async function addFile(
	client: FileClient,
	item: INodeExecutionData,
	addresses: string[],
	wanted: Wanted,
): Promise<void> {
	const { snapshot, index, name, options } = wanted;
	const { json } = item;
	const [url = ''] = addresses;
	const inAnswer = snapshot.files?.[index];
	if (!options.download) {
		// A file that came within the answer is nowhere else.
		if (inAnswer && 'file' in inAnswer)
			item.binary = { [options.binaryPropertyName]: inAnswer.file };
		else if (inAnswer) json.note = `The file is not in the item: ${inAnswer.why.message}`;
		return;
	}
	if (!inAnswer && !(/^https?:/i.test(url) && URL.canParse(url))) {
		json.note = 'The file was not downloaded, because its url is not a web address.';
		return;
	}
	const fetched = await fetchFile(client, addresses, wanted);
	if (!fetched) {
		json.note = `The file was not downloaded, because ${options.until?.why}. It was made and paid for; fetch it with Get Job, or from its url.`;
		return;
	}
	json.url = fetched.from;
	json.file_name = fetched.file.fileName ?? name;
	if (options.asLink) Object.assign(json, linkTo(client, fetched.file));
	else item.binary = { [options.binaryPropertyName]: fetched.file };
}

const LINK_LASTS = '7d';

function linkTo(client: FileClient, file: IBinaryData): IDataObject {
	try {
		return { copy_url: client.context.helpers.createBinarySignedUrl(file, LINK_LASTS) };
	} catch (error) {
		return { note: `There is no link to the copy in n8n: ${messageOf(error)}` };
	}
}

/** Nothing when there is no time left. */
async function fetchFile(
	client: FileClient,
	addresses: string[],
	{ snapshot, index, kind, name, options }: Wanted,
): Promise<{ from: string; file: IBinaryData } | undefined> {
	const { job_id, urls } = snapshot.job;
	const { maxBytes, idleMs, until } = options;
	const fetch = async (url: string): Promise<IBinaryData> => {
		const inAnswer = snapshot.files?.[index];
		if (inAnswer && 'file' in inAnswer) return inAnswer.file;
		if (inAnswer) throw restoredFailure(client, inAnswer.why);
		const mayCome = url === addresses.at(-1);
		const file = { url, name, media: kinds[kind].makes, job_id, maxBytes, idleMs, mayCome };
		if (until === undefined) return await download(client, file);
		const whole = async (stop: AbortSignal) => await download(client, { ...file, stop });
		return await withDeadline(Math.max(0, until.at - Date.now()), client.stop, whole);
	};
	let unknown: NodeFailure | undefined;
	for (const url of addresses) {
		const outcome = await settled(fetch(url));
		if (outcome.status === 'fulfilled') return { from: url, file: outcome.value };
		if (outcome.reason instanceof Overdue) return undefined;
		const failure = withDetails(asNodeFailure(client, outcome.reason), {
			...refOf(snapshot.job),
			url,
			// All that is known of what was paid for.
			...(job_id === undefined && { may_be_paid: true, urls }),
		});
		if (detailsOf(failure).http_code !== 404) throw failure;
		unknown ??= failure;
	}
	throw unknown ?? new Error('There is no address to download from');
}

/** The meanings of each file's address, the likeliest first. */
async function addressesOf(
	client: FileClient,
	kind: ModelKind,
	{ job }: JobSnapshot,
): Promise<string[][]> {
	if (job.urls.every((url) => /^https?:\/\//i.test(url) || isDataUri(url)))
		return job.urls.map((url) => [url]);
	const baseUrl = await client.baseUrl(kinds[kind].statusEndpoint);
	return job.urls.map((url) => {
		if (hasScheme(url)) return [url];
		if (url.startsWith('//')) return [`${new URL(baseUrl).protocol}${url}`];
		const meanings = atOrigin(baseUrl, url);
		return meanings.length > 0 ? meanings : [url];
	});
}

const LONGEST_PATHS = 4_000;

function sayNothingFound(client: FileClient, json: IDataObject, { job, raw }: JobSnapshot): void {
	const paths = cut(pathsIn(raw).join(', '), LONGEST_PATHS);
	const where = client.node.type.endsWith('Trigger')
		? 'Fetch it with Get Job, and there set'
		: 'Set';
	json.note = `The service says that the job is completed, but no file was found in its answer. ${where} Options > ${optionLabels.answerPaths} > File to its path (paths in the answer: ${paths || 'none'}).`;
	json.raw = valueOf(raw);
	client.tell(
		`${job.job_id ? `Job ${job.job_id}` : 'A job'} is completed, but no file was found in the service’s answer. See note in the output.`,
		'warning',
	);
}

/** After them comes what only this service tells. */
const ORDER = `job_id reused note prompt reference status url file_name variant of index model
	cost_usd paid_before_usd estimated_cost_usd unclear_tries unclear_cost_usd
	generation_time created_at completed_at status_url webhook_url reported_status error
	cost_nanos estimated_cost_nanos`.split(/\s+/);

function fieldsOf(
	{ job, raw, charged: before }: JobSnapshot,
	url: string | undefined,
	asked: RequestSummary & { index?: number; file_name?: string },
	withRaw: boolean,
): IDataObject {
	const { cost_usd, cost_nanos, ...others } = dataOf(job.extra);
	const charged = chargedIn(job.extra);
	// What is called a cost and is none, such as a price per second, goes with the other fields.
	const misnamed = charged === undefined ? { cost_usd, cost_nanos } : {};
	const unlike = Object.entries(misnamed).filter(([, value]) => (value ?? undefined) !== undefined);
	if (unlike.length > 0)
		others[CLASHING_FIELDS] = { ...dataOf(others[CLASHING_FIELDS]), ...Object.fromEntries(unlike) };
	const costs = amountFields('cost', charged ?? before);
	const told = dataOf({
		...job,
		...asked,
		...(asked.reused ? { ...amountFields('cost', 0n), paid_before_usd: costs.cost_usd } : costs),
		reused: asked.reused || undefined,
		url,
	});
	const ours = defined(Object.fromEntries(ORDER.map((name) => [name, told[name]])));
	return { ...ours, ...defined(others), ...ours, ...(withRaw && { raw: valueOf(raw) }) };
}

/** All files in one item: addresses in `urls`, files in fields such as `data_2`. */
function together(
	items: INodeExecutionData[],
	{ binaryPropertyName, inOneItem }: OutputOptions,
): INodeExecutionData[] {
	const [first] = items;
	if (!inOneItem || !first || items.length === 1) return items;
	const all = (name: string) => items.flatMap(({ json }) => json[name] ?? []);
	const copies = all('copy_url');
	const notes = new Set(all('note').map(String));
	const json: IDataObject = {
		...Object.fromEntries(Object.entries(first.json).filter(([name]) => name !== 'index')),
		urls: all('url'),
		...(copies.length > 1 && { copy_urls: copies }),
		...(notes.size > 0 && { note: [...notes].join(' ') }),
	};
	const files = items.flatMap(({ binary }, index) => {
		const file = binary?.[binaryPropertyName];
		const name = index === 0 ? binaryPropertyName : `${binaryPropertyName}_${index + 1}`;
		return file ? [[name, file] as const] : [];
	});
	return [{ ...first, json, ...(files.length > 0 && { binary: Object.fromEntries(files) }) }];
}
