import { findModel, modelsOf, type ModelEntry } from '../../../contract/catalog';
import { listModels } from '../editor/models';
import { nodeFailure } from '../failures/failure';
import { LIST_TIMEOUT_MS } from '../http/request';
import type { Run } from '../lifecycle/run';
import { settled } from '../support/settled';
import { type Operation, goodRows, type Row } from './operation';

/**
 * Compares several rows with the service's list of models, so that an unknown one ends no batch that is half paid for. Only
 * a list with a model of the catalog counts. Follows "List models" of the API document.
 */
export async function checkModels(
	run: Run,
	rows: readonly Row[],
	{ paid }: Operation,
): Promise<void> {
	if (!paid?.model || rows.length < 2) return;
	const strange = goodRows(rows).flatMap((row) => {
		const model: ModelEntry | undefined = paid.model?.(row.checked);
		return model && findModel(model.kind, model.id) === undefined ? [{ row, model }] : [];
	});
	const [{ model } = {}] = strange;
	if (!model) return;
	const listed = await listedModels(run);
	if (!modelsOf(model.kind).some(({ id }) => listed.has(id))) return;
	for (const { row, model: wanted } of strange)
		if (!listed.has(wanted.id))
			row.problem = nodeFailure(
				row.own,
				`The service has no model ${wanted.id}`,
				'Nothing was sent. Choose one from the list of models, or correct its ID.',
			);
}

async function listedModels(run: Run): Promise<ReadonlySet<string>> {
	const bounds = { timeout: LIST_TIMEOUT_MS, longestMs: LIST_TIMEOUT_MS };
	const listed = await settled(listModels(run, { ...bounds, once: true, wholly: true }));
	if (listed.status === 'fulfilled') return new Set(listed.value.map(({ id }) => id));
	run.context.logger.debug(
		'The models could not be compared with the service’s list, because that could not be fetched.',
	);
	return new Set();
}
