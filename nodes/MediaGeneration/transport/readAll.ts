import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { EndpointName } from '../../../contract/endpoints';
import { apiRequest, ownOriginUrl } from './request';
import { dataOf } from '../support/data';
import { readPage, type NextPage } from '../wire/page';

/** Asked for per page, where the server lets itself be asked. */
const PAGE_SIZE = 100;

/**
 * The entries of a list endpoint, page after page, up to a limit. Follows whatever paging it meets, on
 * the base URL's origin only, and stops at a page that it has had before.
 * @throws NodeApiError as {@link apiRequest}
 */
export async function readAll(
	context: IExecuteFunctions,
	endpoint: EndpointName,
	limit: number,
	itemIndex: number,
	query: IDataObject = {},
): Promise<IDataObject[]> {
	const entries: IDataObject[] = [];
	const had = new Set<string>();
	let next: NextPage | undefined = { query: {} };
	while (next && entries.length < limit) {
		const asked = { limit: Math.min(PAGE_SIZE, limit), ...query };
		const url = 'url' in next ? await ownOriginUrl(context, endpoint, next.url) : undefined;
		if ('url' in next && !url) break;
		const call = url ? { url } : { query: { ...asked, ...('query' in next ? next.query : {}) } };
		const { body } = await apiRequest(context, { endpoint, itemIndex, ...call });
		const page = readPage(body, entries.length);
		const content = JSON.stringify(page.entries);
		if (had.has(content)) break;
		had.add(content);
		for (const entry of page.entries) entries.push(dataOf(entry));
		next = page.next;
	}
	return entries.slice(0, limit);
}
