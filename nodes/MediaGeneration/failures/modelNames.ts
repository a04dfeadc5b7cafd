import { catalog, type ModelKind } from '../../../contract/catalog';
import type { NodeFailure } from './failure';
import { detailsOf, withDetails } from './details';

/** Adds the models to choose from to a failure that blames the model. */
export function withAllowedModels(failure: NodeFailure, kind: ModelKind): NodeFailure {
	if (detailsOf(failure).param !== 'model') return failure;
	return withDetails(failure, {
		allowed: catalog
			.filter((model) => model.kind === kind && model.status === 'Live')
			.map(({ id }) => id),
	});
}
