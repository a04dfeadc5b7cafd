import { findModel, type ModelEntry } from '../../../contract/catalog';
import type { Values } from '../../../contract/catalog/request';
import { rulesOf } from '../../../contract/catalog/rules';
import { isMissing } from '../n8n/readers';
import { hashOf } from '../lifecycle/journal';
import type { Run } from '../lifecycle/run';

const LARGEST_SEED = 2 ** 31 - 1;

/**
 * The seed of a variant, so that no two are alike: the given one plus the number of the variant, or a random one that stays the
 * same in a retry of the node. Nothing without variants, and for models that take no seed.
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
		: randomSeed([
				run.context.getExecutionId(),
				run.node.id,
				run.journal.nameOf(`${run.itemIndex}`, given),
			]);
	const seed = first + run.variant.variant - 1;
	return { seed: first <= LARGEST_SEED && seed > LARGEST_SEED ? seed - LARGEST_SEED - 1 : seed };
}

const randomSeed = (from: unknown) => Number.parseInt(hashOf(from).slice(0, 7), 16);
