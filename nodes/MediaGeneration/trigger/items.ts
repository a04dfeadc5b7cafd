import {
	NodeApiError,
	NodeOperationError,
	type INodeExecutionData,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { kinds, media, type ModelKind } from '../../../contract/catalog';
import { isDataUri } from '../files/dataUri';
import { toItems, type OutputOptions } from '../lifecycle/output';
import type { JobSnapshot } from '../lifecycle/snapshot';
import { messageOf } from '../support/data';
import { detailsOf, type NodeFailure } from '../failures/details';
import { isRetryableCode } from '../failures/connection';
import { canPassStatus } from '../support/httpStatus';
import { statusKindOf } from './kind';
import { Rejection } from './rejection';
import { downloadTurns } from './semaphores';
import type { Client } from '../http/client';
import { settled } from '../support/settled';

/** The sender waits meanwhile; in milliseconds. */
const LONGEST_DOWNLOADS_MS = 300_000;

export interface Delivered {
	kind: ModelKind;
	snapshot: JobSnapshot;
}

export interface Made {
	kind: ModelKind;
	items: INodeExecutionData[];
}

/**
 * The trigger's items for a job; its file tells what was made where nothing else does. A file that is gone for good is left
 * out, with a note.
 * @throws Rejection 503 when a file cannot be downloaded now
 */
export async function itemsOf(
	client: Client<IWebhookFunctions>,
	delivered: Delivered,
	options: OutputOptions,
): Promise<Made> {
	const [url] = delivered.snapshot.job.urls;
	if (!options.download || url === undefined) return await itemsOfKind(client, delivered, options);
	const host = URL.canParse(url) ? new URL(url).host : '';
	return await downloadTurns.take(host, async () => {
		const at = Date.now() + LONGEST_DOWNLOADS_MS;
		const until = { at, why: 'this took longer than five minutes' };
		return await itemsOfKind(client, delivered, { ...options, until });
	});
}

async function itemsOfKind(
	client: Client<IWebhookFunctions>,
	{ kind, snapshot }: Delivered,
	options: OutputOptions,
	isSure = false,
): Promise<Made> {
	const made = await settled(toItems(client, kind, snapshot, options));
	if (made.status === 'fulfilled') return { kind, items: made.value };
	const { file_type } = detailsOf(made.reason);
	const told = media.find((other) => file_type?.startsWith(`${other}/`));
	if (told && told !== kinds[kind].makes && !isSure)
		return await itemsOfKind(client, { kind: statusKindOf(told), snapshot }, options, true);
	return { kind, items: await withoutFiles(client, made.reason, { kind, snapshot }, options) };
}

async function withoutFiles(
	client: Client<IWebhookFunctions>,
	failure: unknown,
	{ kind, snapshot }: Delivered,
	options: OutputOptions,
): Promise<INodeExecutionData[]> {
	const { job_id, urls } = snapshot.job;
	client.context.logger.warn(
		`The file of the job could not be downloaded (${job_id}): ${messageOf(failure)}`,
	);
	if (!isForGood(failure))
		throw new Rejection(503, 'The file of the job could not be downloaded; try again');
	const what = urls.length > 1 ? 'The files were not downloaded' : 'The file was not downloaded';
	const note = [`${what}: ${failure.message}`, failure.description].filter(Boolean).join('. ');
	// Such a file is nowhere else.
	const raw = options.raw || urls.some(isDataUri);
	const items = await toItems(client, kind, snapshot, { ...options, raw, download: false });
	return items.map(({ json, ...item }) => ({
		...item,
		json: { ...json, note },
	}));
}

/** Whether the same download would fail later too. */
function isForGood(failure: unknown): failure is NodeFailure {
	if (!(failure instanceof NodeApiError)) return failure instanceof NodeOperationError;
	const { http_code, code } = detailsOf(failure);
	return !(http_code === undefined ? isRetryableCode(code) : canPassStatus(http_code));
}
