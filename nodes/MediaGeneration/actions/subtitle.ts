import { catalog } from '../../../contract/catalog';
import { priceLabel } from '../../../contract/catalog/price';
import type { Resource } from '../run/operation';

/**
 * What n8n shows under the node's name, before anything runs: the model with its price, or else what the node does. Of a
 * model that several endpoints price differently it shows what the node does.
 */
export function subtitleOf(resources: readonly Resource[]): string {
	const labels = new Map<string, Set<string>>();
	for (const model of catalog) {
		const label = `${model.id} · ${priceLabel(model, true)}`;
		labels.set(model.id, (labels.get(model.id) ?? new Set()).add(label));
	}
	const priced = [...labels].flatMap(([id, [label, other]]) =>
		label === undefined || other !== undefined ? [] : [[id, label] as const],
	);
	const actions = resources.flatMap(({ value, operations }) =>
		operations.map((operation) => [`${value}:${operation.value}`, operation.action] as const),
	);
	const named = (entries: ReadonlyArray<readonly [string, string]>) =>
		`(${JSON.stringify(Object.fromEntries(entries))})`;
	return `={{ ${named(priced)}[$parameter["model"]] || ${named(actions)}[$parameter["resource"] + ":" + $parameter["operation"]] }}`;
}
