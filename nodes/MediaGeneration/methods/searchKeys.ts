import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { readPage } from '../wire/page';
import { apiRequest } from '../transport/request';

/**
 * The lines of the key list: name, state and ID of each key.
 * @throws NodeApiError when the service cannot be asked: there is nothing else to show
 */
export async function searchKeys(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const { body } = await apiRequest(this, { endpoint: 'listKeys' });
	const results = readPage(body).entries.flatMap((key) => {
		const id = key.key_id ?? key.id;
		if (typeof id !== 'string') return [];
		const name = [key.name, key.status && `(${String(key.status)})`].filter(Boolean).join(' ');
		return [{ name: name ? `${name} — ${id}` : id, value: id }];
	});
	return { results: results.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase())) };
}
