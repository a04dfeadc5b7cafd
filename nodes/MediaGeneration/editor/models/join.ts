import { catalog, type PricedModel } from '../../../../contract/catalog';
import { priceLabel } from '../../../../contract/catalog/price';
import type { ServiceModel } from '../../answers/list/models';

/** A model as the catalog, the service's own list, or both know it. */
export type KnownModel = Omit<ServiceModel, 'listed'> & {
	etaSeconds?: number;
	note?: string;
	/** The catalog's row. */
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
