import { findModel, type ModelEntry } from '../../../contract/catalog';
import type { Values } from '../../../contract/catalog/request';
import { rulesOf } from '../../../contract/catalog/rules';
import { isMissing } from '../n8n/readers';
import { hashOf } from '../lifecycle/journal';
import type { Run } from '../lifecycle/run';

/** No model is known to take more. */
const LARGEST = 2 ** 31 - 1;

/**
 * The seed of one of several variants, so that no two are alike: the given one and those that follow it. Where none is
 * given, they are drawn for the run of the node, as its retry has to ask for the same again. Nothing where there are no
 * variants, and for models that take no seed as far as anybody knows.
 */
export function variantSeed(
	run: Run,
	model: ModelEntry,
	given: Values,
): { seed: number } | undefined {
	const isGiven = !isMissing(given.seed);
	const rule = rulesOf(model).find(({ name }) => name === 'seed');
	if (
		!run.variant ||
		!rule ||
		(isGiven ? typeof given.seed !== 'number' : !findModel(model.kind, model.id))
	)
		return undefined;
	const first = isGiven
		? Number(given.seed)
		: drawn([
				run.context.getExecutionId(),
				run.node.id,
				run.journal.nameOf(`${run.itemIndex}`, given),
			]);
	const seed = first + run.variant.variant - 1;
	return { seed: first <= LARGEST && seed > LARGEST ? seed - LARGEST - 1 : seed };
}

const drawn = (from: unknown) => Number.parseInt(hashOf(from).slice(0, 7), 16);
