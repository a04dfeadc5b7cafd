import type { ILoadOptionsFunctions, ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';
import { findModel, kinds, otherKindsOf } from '../../../../contract/catalog';
import type { Rule } from '../../../../contract/catalog/rules';
import { modelEntry } from '../fields/model';
import { formRulesOf } from '../fields/parameters';
import { text } from '../../n8n/readers';
import { currentKind } from './currentKind';

const widgets = {
	text: 'string',
	url: 'string',
	urls: 'array',
	integer: 'number',
	number: 'number',
	boolean: 'boolean',
	choice: 'options',
} as const;

/**
 * The form of the chosen model: each of its parameters with type, allowed values, bounds and default. The editor keeps
 * a model when the operation changes, so a form for one of another operation says what to do.
 */
export async function getModelParameters(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const kind = currentKind(this);
	if (kind === 'chat') return { fields: [] };
	const id = text.read(this.getCurrentNodeParameter('model', { extractValue: true }))?.value.trim() ?? '';
	const [other] = findModel(kind, id) ? [] : otherKindsOf(kind, id);
	if (other) return { fields: [], emptyFieldsNotice: `${id} is a model for ${kinds[other].label}. Choose a model for ${kinds[kind].label} under Model.` };
	const fields = formRulesOf(modelEntry(kind, id)).map(toField);
	return fields.length > 0 ? { fields } : { fields, emptyFieldsNotice: `${id} has no parameters of its own.` };
}

function toField(rule: Rule): ResourceMapperField {
	return {
		id: rule.name,
		displayName: labelOf(rule),
		required: rule.required,
		defaultMatch: false,
		display: true,
		type: rule.values ? 'options' : widgets[rule.type],
		options: rule.values?.map((value) => ({ name: String(value), value })),
		defaultValue: rule.default ?? null,
	};
}

/** The form shows no descriptions, so the hint and the bounds stand in the label. */
function labelOf({ label, hint, values, min, max }: Rule): string {
	const isBounded = !values && min !== undefined && max !== undefined;
	const notes = [hint, isBounded && `${min}-${max}`].filter(Boolean).join(', ');
	return notes ? `${label} (${notes})` : label;
}
