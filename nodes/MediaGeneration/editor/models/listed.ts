import { runInSlices } from '../../support/slices';
import { readPages, type PageOptions } from '../../http/readAll';
import { readModelList, type ServiceModel } from '../../answers/list/models';
import type { Client } from '../../http/client';

/** More models than any service has. */
const MOST_MODELS = 10_000;

interface ListOptions extends Omit<PageOptions, 'onPage'> {
	/** Whether a part of the list is of no use. */
	wholly?: boolean;
}

/**
 * The service's own list of models, all pages of it: "List models" of the API document.
 * @throws NodeApiError when it cannot be had, and an Error when only a part of it can and that is of no use
 */
export async function listModels(
	client: Client,
	{ wholly = false, ...options }: ListOptions = {},
): Promise<ServiceModel[]> {
	const models: ServiceModel[] = [];
	const onPage = async (body: unknown) => {
		for (const model of await runInSlices(readModelList(body))) models.push(model);
	};
	const { short } = await readPages(client, 'listModels', MOST_MODELS, {}, { ...options, onPage });
	if (short && wholly) throw new Error('Only a part of the list of models came');
	return models;
}
