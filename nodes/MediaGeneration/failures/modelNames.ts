import { catalog, type ModelKind } from '../../../contract/catalog';
import type { NodeFailure } from './failure';
import { detailsOf, withDetails } from './details';

/** Adds to a failure that blames the model which models there are for this. */
export function withAllowedModels(failure: NodeFailure, kind: ModelKind): NodeFailure {
	if (detailsOf(failure).param !== 'model') return failure;
	return withDetails(failure, {
		allowed: catalog
			.filter((model) => model.kind === kind && model.status === 'Live')
			.map(({ id }) => id),
	});
}
