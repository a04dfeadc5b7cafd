import type {
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import { findModel, kinds, otherKindsOf } from '../../../../contract/catalog';
import type { Rule } from '../../../../contract/catalog/rules';
import { modelEntry } from '../fields/model';
import { formRulesOf } from '../fields/parameters';
import { isMissing, text } from '../../n8n/readers';
import { dataOf } from '../../support/data';
import { currentKind, currentTool } from './currentKind';

const widgets = {
	text: 'string',
	url: 'string',
	urls: 'string',
	integer: 'number',
	number: 'number',
	boolean: 'boolean',
	choice: 'options',
} as const;

/**
 * The form of the chosen model: each of its parameters with type, allowed values, bounds and default. The editor keeps
 * a model when the operation changes, so a form for one of another operation says what to do.
 */
export async function getModelParameters(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const kind = currentKind(this);
	if (kind === 'chat' || kind === 'all') return { fields: [] };
	const id =
		text.read(this.getCurrentNodeParameter('model', { extractValue: true }))?.value.trim() ?? '';
	const [other] = findModel(kind, id) ? [] : otherKindsOf(kind, id);
	if (other)
		return {
			fields: [],
			emptyFieldsNotice: `${id} is a model for ${kinds[other].label}. Choose a model for ${kinds[kind].label} under Model.`,
		};
	const given = dataOf(dataOf(this.getCurrentNodeParameter('parameters')).value);
	const fields = formRulesOf(modelEntry(kind, id), currentTool(this)).map((rule, index) => ({
		...toField(rule),
		removed: index >= AT_FIRST && isOptional(rule) && isMissing(given[rule.name]),
	}));
	return fields.length > 0
		? { fields }
		: { fields, emptyFieldsNotice: `${id} has no parameters of its own.` };
}

/** How many parameters the form has at first; the others can be added. */
const AT_FIRST = 4;

/** Whether it can be left for somebody to add. Where all are added at once, n8n shows a switch without a value as on. */
const isOptional = ({ required, type }: Rule) => !required && type !== 'boolean';

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
