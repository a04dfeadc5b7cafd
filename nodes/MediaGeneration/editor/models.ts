import { catalog, type PricedModel } from '../../../contract/catalog';
import { priceLabel } from '../../../contract/catalog/price';
import { readModelList, type ServiceModel } from '../answers/list/models';
import type { Client } from '../http/client';
import { type PageOptions, readPages } from '../http/fetchAllPages';
import { runInSlices } from '../support/slices';

export type KnownModel = Omit<ServiceModel, 'listed'> & {
	etaSeconds?: number;
	note?: string;
	entry?: PricedModel;
	/** The service's own entry, as it came. */
	listed?: ServiceModel['listed'];
};

/**
 * The catalog's rows and the service's entries of one product area, each model once. The service's word
 * on the status counts; the catalog's on everything it knows.
 */
export function joinModels(
	entries: PricedModel[],
	listed: KnownModel[],
	kind?: KnownModel['kind'],
): KnownModel[] {
	const byKey = new Map(listed.map((model) => [keyOf(model), model]));
	const known = entries.map((entry): KnownModel => {
		const now =
			byKey.get(keyOf(entry)) ??
			listed.find(({ id, kind: told }) => id === entry.id && told === 'chat');
		const { id, type, note, etaSeconds } = entry;
		const status = now?.status ?? entry.status;
		return {
			id,
			kind: entry.kind,
			status,
			type,
			note,
			etaSeconds,
			priceText: priceLabel(entry),
			entry,
			listed: now?.listed,
		};
	});
	const inCatalog = new Set(catalog.map(({ id }) => id));
	const others = listed.filter(
		(model) => !inCatalog.has(model.id) && (kind === undefined || model.kind === kind),
	);
	return [...known, ...others];
}

const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`;

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
