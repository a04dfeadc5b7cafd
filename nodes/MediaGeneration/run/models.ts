import { findModel, modelsOf, type ModelEntry } from '../../../contract/catalog';
import { inputOf } from '../editor/input/input';
import { listModels } from '../editor/models/listed';
import { nodeFailure } from '../failures/failure';
import { LIST_TIMEOUT_MS } from '../http/request';
import type { Run } from '../spend/run';
import type { Requests } from './requests';
import { settled } from '../support/settled';

/**
 * Compares what several items ask for with the service's own list of models before the first is sent, so that a model that
 * does not exist ends no batch that is half paid for. Only models that the package does not know are looked for, and only
 * in a list that has one of those that it knows. Follows "List models" of the API document.
 * @throws NodeOperationError for the first item that asks for no model of the service, unless the node goes on on errors
 */
export async function guardModels(run: Run, requests: Requests): Promise<void> {
	const { items } = run;
	const all = items.length < 2 ? [] : items.flatMap((own) => modelAsked(own, requests));
	const strange = all.filter(({ model }) => findModel(model.kind, model.id) === undefined);
	const [{ model } = {}] = strange;
	if (!model) return;
	const listed = await listedModels(run);
	if (!modelsOf(model.kind).some(({ id }) => listed.has(id))) return;
	for (const { own, model: asked } of strange) {
		if (listed.has(asked.id) || (await isFree(own, requests))) continue;
		const failure = nodeFailure(
			own,
			`The service has no model ${asked.id}`,
			'Nothing was sent. Choose one from the list of models, or correct its ID.',
		);
		if (!run.goesOn) throw failure;
		requests.refuse(own, failure);
	}
}

/** Whether nothing will be sent for an item: a dry run, or what was made before. */
async function isFree(own: Run, requests: Requests): Promise<boolean> {
	const price = await settled(requests.price(own));
	return price.status === 'fulfilled' && price.value === 0n;
}

/** What is wrong with an item is told at its turn. */
function modelAsked(own: Run, { operation }: Requests): Array<{ own: Run; model: ModelEntry }> {
	try {
		const model = operation.model?.(inputOf(own));
		return model ? [{ own, model }] : [];
	} catch {
		return [];
	}
}

/** The IDs of the service's list; none where it cannot be had. */
async function listedModels(run: Run): Promise<ReadonlySet<string>> {
	const listed = await settled(
		listModels(run, {
			timeout: LIST_TIMEOUT_MS,
			longestMs: LIST_TIMEOUT_MS,
			once: true,
			wholly: true,
		}),
	);
	if (listed.status === 'fulfilled') return new Set(listed.value.map(({ id }) => id));
	run.context.logger.debug(
		'The models could not be compared with the service’s list, because that could not be fetched.',
	);
	return new Set();
}
