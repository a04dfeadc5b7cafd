import { inSlices } from '../../support/slices';
import { readPages, type PageOptions } from '../../http/readAll';
import type { RequestContext } from '../../http/request';
import { readModelList, type ListedModel } from '../../answers/list/models';

/** More models than any service has. */
const MOST_MODELS = 10_000;

/**
 * The service's own list of models, all pages of it: "List models" of the API document.
 * @throws NodeApiError when it cannot be had
 */
export async function listModels(context: RequestContext, itemIndex: number, options: Omit<PageOptions, 'onPage'> = {}): Promise<ListedModel[]> {
	const models: ListedModel[] = [];
	const onPage = async (body: unknown) => {
		for (const model of await inSlices(readModelList(body))) models.push(model);
	};
	await readPages(context, 'listModels', MOST_MODELS, itemIndex, {}, { ...options, onPage });
	return models;
}
