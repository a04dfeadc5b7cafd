import type { ILoadOptionsFunctions, ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';
import { findModel, unlistedModel } from '../../../contract/catalog';
import { rulesOf, type Rule } from '../../../contract/catalog/rules';
import { text } from '../input/readers';
import { currentKind } from './currentKind';

/** Fields of the node itself, which the form does not repeat. */
const ownFields = new Set(['prompt', 'image_urls']);

const widgets = {
	text: 'string',
	url: 'string',
	urls: 'array',
	integer: 'number',
	number: 'number',
	boolean: 'boolean',
	choice: 'options',
} as const;

/** The form of the chosen model: each of its parameters with type, allowed values, bounds and default. */
export async function getModelParameters(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const kind = currentKind(this);
	if (kind === 'chat') return { fields: [] };
	const id = text.read(this.getCurrentNodeParameter('model', { extractValue: true }))?.value.trim() ?? '';
	const rules = rulesOf(findModel(kind, id) ?? unlistedModel(kind, id));
	return { fields: rules.filter(({ name }) => !ownFields.has(name)).map(toField) };
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
function labelOf({ label, hint, type, values, min, max }: Rule): string {
	const bounds =
		values || (type !== 'integer' && type !== 'number')
			? undefined
			: min !== undefined && max !== undefined
				? `${min}-${max}`
				: max === undefined
					? undefined
					: `at most ${max}`;
	const notes = [hint, hint === bounds ? undefined : bounds].filter(Boolean).join(', ');
	return notes ? `${label} (${notes})` : label;
}
