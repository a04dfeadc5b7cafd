import {
	findModel,
	kinds,
	otherKindsOf,
	type PricedModel,
	type ModelKind,
} from '../contract/catalog';
import { checkValues, readRequestBody, type Values } from '../contract/catalog/request';
import { rulesOf } from '../contract/catalog/rules';
import type { ParameterName } from '../contract/parameters';
import { ApiError, invalid } from './errors';

/** A request for media whose every value is one that its model takes. */
export interface MediaRequest {
	model: PricedModel;
	values: Values;
}

/**
 * Top-level parameters that may stand in `additional_settings` too.
 * @assumed from "convenience param ...; also passed to provider settings"
 */
const alsoSettings: Record<ModelKind, readonly ParameterName[]> = {
	image: ['resolution', 'quality'],
	studio: [],
	video: [],
};

/**
 * Finds the model of a request body and checks every value against its row in the API document. Fields
 * outside the vocabulary are ignored.
 * @param partial whether what the model requires may be missing, as in an estimate
 * @throws ApiError 400 that names the first parameter to blame
 */
export function readMediaRequest(
	kind: ModelKind,
	body: Values,
	models: readonly PricedModel[],
	partial = false,
): MediaRequest {
	const model = modelOf(kind, body.model, models);
	const { values, problems: misplaced } = readRequestBody(model, body);
	refuseTopLevelInSettings(model, (body.additional_settings ?? {}) as Values);
	const checked = checkValues(model, values, { isAbsent: isNull });
	const [problem] = [...misplaced, ...checked.problems].filter(
		({ rule }) => !(partial && rule === 'required'),
	);
	if (problem) throw invalid(problem.param, problem.message);
	return { model, values: checked.values };
}

/** Empty text and an empty list are values like any other: only a form means nothing by them. */
const isNull = (value: unknown) => value === undefined || value === null;

function modelOf(kind: ModelKind, id: unknown, models: readonly PricedModel[]): PricedModel {
	const wanted = id === undefined ? kinds[kind].defaultModel : String(id);
	const model = findModel(kind, wanted, models);
	if (!model) throw unknownModel(kind, wanted, models);
	if (model.status === 'Deprecated') {
		throw new ApiError(400, 'model_deprecated', 'Model deprecated', { param: 'model' });
	}
	return model;
}

function unknownModel(kind: ModelKind, id: string, models: readonly PricedModel[]): ApiError {
	const shown = id.length > 100 ? `${id.slice(0, 100)}…` : id;
	const [other] = otherKindsOf(kind, id, models);
	const hint = other ? `; it is a model for ${kinds[other].label}` : '';
	return invalid(
		'model',
		`There is no model ${shown || '""'} for ${kinds[kind].label}${hint}`,
		'model_not_found',
	);
}

function refuseTopLevelInSettings(model: PricedModel, settings: Values): void {
	if (kinds[model.kind].topLevel === 'all') return;
	for (const { name, placement } of rulesOf(model)) {
		if (
			placement === 'body' &&
			!isNull(settings[name]) &&
			!alsoSettings[model.kind].includes(name)
		) {
			throw invalid(name, `${name} belongs at the top level of the body`);
		}
	}
}
