import { inSlices } from '../../support/slices';
import { readPages, type PageOptions } from '../../http/readAll';
import { readModelList, type ListedModel } from '../../answers/list/models';
import type { Client } from '../../http/client';

/** More models than any service has. */
const MOST_MODELS = 10_000;

/**
 * The service's own list of models, all pages of it: "List models" of the API document.
 * @throws NodeApiError when it cannot be had
 */
export async function listModels(client: Client, options: Omit<PageOptions, 'onPage'> = {}): Promise<ListedModel[]> {
	const models: ListedModel[] = [];
	const onPage = async (body: unknown) => {
		for (const model of await inSlices(readModelList(body))) models.push(model);
	};
	await readPages(client, 'listModels', MOST_MODELS, {}, { ...options, onPage });
	return models;
}
