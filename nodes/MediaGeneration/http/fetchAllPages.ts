import type { IDataObject } from 'n8n-workflow';
import { endpoints, type EndpointName } from '../../../contract/endpoints';
import { dataOf } from '../support/data';
import { readPage, type NextPage, type Page } from '../answers/list/page';
import { atOrigin } from './addresses';
import { apiRequest } from './request';
import type { Client, ExecutionClient } from './client';

const PAGE_SIZE = 100;
/** The most pages of a list, and the longest time for it, in milliseconds. */
const MOST_PAGES = 1_000;
const LONGEST_LIST_MS = 15 * 60_000;

interface List {
	entries: IDataObject[];
	/** How many there are, and whether there are more than could be had, as the service says. */
	total?: number;
	short: boolean;
}

/**
 * The entries of a list endpoint up to a limit, page after page, on the base URL's origin only, until a page is repeated. A
 * hint tells of a list that ended although the service says that there is more.
 * @throws NodeApiError as {@link apiRequest}
 */
export async function fetchAllPages(
	client: ExecutionClient,
	endpoint: EndpointName,
	limit: number,
	query: IDataObject = {},
): Promise<IDataObject[]> {
	const { entries, total, short } = await readPages(client, endpoint, limit, query);
	const missing = total === undefined ? undefined : Math.min(total, limit) - entries.length;
	if ((missing ?? 0) > 0 || (short && entries.length < limit)) {
		const words = missing === undefined ? '' : `${missing} `;
		client.tell(
			`The service says that there are ${words}more than the ${entries.length} that it returned from ${endpoints[endpoint].path}.`,
			'warning',
		);
	}
	return entries.slice(0, limit);
}

export interface PageOptions {
	/** For each page, in milliseconds. */
	timeout?: number;
	once?: boolean;
	/** The most pages, and the longest time for all of them; the list may be a part then. */
	mostPages?: number;
	longestMs?: number;
	onPage?: (body: unknown) => Promise<void>;
}

/** Reads the pages of a list. @throws NodeApiError as {@link apiRequest} */
export async function readPages(
	client: Client,
	endpoint: EndpointName,
	limit: number,
	query: IDataObject = {},
	{ timeout, once, onPage, mostPages = MOST_PAGES, longestMs = LONGEST_LIST_MS }: PageOptions = {},
): Promise<List> {
	const baseUrl = await client.baseUrl(endpoint);
	const entries: IDataObject[] = [];
	const had = new Set<string>();
	let total: number | undefined;
	let next: NextPage | undefined = { query: {} };
	const since = Date.now();
	for (
		let pages = 0;
		next && entries.length < limit && pages < mostPages && Date.now() - since < longestMs;
		pages++
	) {
		const asked: IDataObject =
			endpoint === 'listModels' ? query : { limit: Math.min(PAGE_SIZE, limit), ...query };
		const url: string | undefined = 'url' in next ? atOrigin(baseUrl, next.url)[0] : undefined;
		const call = url ? { url } : { query: { ...asked, ...('query' in next ? next.query : {}) } };
		const { body, headers } = await apiRequest(client, { endpoint, timeout, once, ...call });
		const page: Page = readPage(body, entries.length, headers);
		const content = JSON.stringify(page.entries);
		if (had.has(content)) return { entries, total, short: true };
		had.add(content);
		await onPage?.(body);
		for (const entry of page.entries) entries.push(dataOf(entry));
		total = page.total ?? total;
		next = page.next;
	}
	return { entries, total, short: next !== undefined };
}
