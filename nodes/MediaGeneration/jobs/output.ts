import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { ModelKind } from '../../../contract/catalog';
import { dataOf, valueOf } from '../support/data';
import { withDetails } from '../support/details';
import { asNodeFailure } from '../support/failure';
import { download, type DownloadContext } from '../transport/download';
import { chargedFields, type CostFields } from './cost';
import { jobKinds } from './kinds';
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
	/** Largest file that is downloaded, in bytes. */
	maxBytes: number;
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
	cost: CostFields = {},
): Promise<INodeExecutionData[]> {
	const { urls, job_id, status_url } = look.job;
	const items: INodeExecutionData[] = [];
	for (const [index, url] of (urls.length > 0 ? urls : [undefined]).entries()) {
		const json: IDataObject = { ...fieldsOf(look, url, options.raw), ...cost };
		if (urls.length > 1) Object.assign(json, { index, of: urls.length });
		const item: INodeExecutionData = { json, pairedItem: { item: itemIndex } };
		items.push(item);
		if (!url || !options.download) continue;
		if (!URL.canParse(url)) {
			json.note = 'The file was not downloaded: its url is no address.';
			continue;
		}
		const name = fileName(look, options, urls.length > 1 ? index + 1 : undefined);
		const { fallbackType } = jobKinds[kind];
		const file = await download(context, { url, name, fallbackType, itemIndex, job_id, maxBytes: options.maxBytes }).catch((error: unknown) => {
			throw withDetails(asNodeFailure(context.getNode(), error, itemIndex), { job_id, status_url, url });
		});
		item.binary = { [options.binaryPropertyName]: file };
	}
	return items;
}

function fieldsOf({ job, raw }: Look, url: string | undefined, withRaw: boolean): IDataObject {
	const { extra, ...known } = job;
	const { job_id, status, reported_status, model, generation_time, created_at, completed_at, status_url, webhook_url, error } = known;
	const fields = { job_id, status, url, model, generation_time, created_at, completed_at, status_url, webhook_url, reported_status, error };
	const given = Object.entries({ ...extra, ...chargedFields(extra), ...fields }).filter(([, value]) => value !== undefined);
	const json = dataOf(Object.fromEntries(given.sort(([a], [b]) => rank(a, fields) - rank(b, fields))));
	return withRaw ? { ...json, raw: valueOf(raw) } : json;
}

function rank(name: string, fields: object): number {
	const position = Object.keys(fields).indexOf(name);
	return position < 0 ? Number.MAX_SAFE_INTEGER : position;
}

function fileName({ job }: Look, options: OutputOptions, number?: number): string {
	const base = options.fileName ?? [job.model, job.job_id].filter(Boolean).join('-');
	const safe = base.replace(/[^\p{L}\p{N}._ -]+/gu, '_').slice(0, 120) || 'media';
	return number === undefined ? safe : `${safe}-${number}`;
}
