import { findModel, type ModelEntry } from '../../../contract/catalog';
import type { Values } from '../../../contract/catalog/request';
import { rulesOf } from '../../../contract/catalog/rules';
import { isMissing } from '../n8n/readers';
import { hashOf } from '../lifecycle/journal';
import type { Run } from '../lifecycle/run';

/** How many there are, from 0. */
const SEEDS = 2 ** 31;

/**
 * The seed of a variant, so that no two are alike: the given one plus the number of the variant, or a random one that stays the
 * same in a retry of the node. Nothing without variants, and for models that take no seed.
 */
export function variantSeed(
	run: Run,
	model: ModelEntry,
	given: Values,
): { seed: number } | undefined {
	const { variant } = run;
	const { seed } = given;
	if (!variant || !rulesOf(model).some(({ name }) => name === 'seed')) return undefined;
	if (isMissing(seed) ? !findModel(model.kind, model.id) : typeof seed !== 'number')
		return undefined;
	const first = typeof seed === 'number' ? seed : randomSeed(run, given);
	const own = first + variant.variant - 1;
	// One that is too large by itself stays so, and is refused.
	return { seed: first < SEEDS ? own % SEEDS : own };
}

function randomSeed(run: Run, given: Values): number {
	const name = run.journal.nameOf(`${run.itemIndex}`, given);
	const hash = hashOf([run.context.getExecutionId(), run.node.id, name]);
	return Number.parseInt(hash.slice(0, 7), 16);
}
