import type { ModelEntry } from '../../../../contract/catalog';
import type { Values } from '../../../../contract/catalog/request';
import { showValue } from '../../../../contract/catalog/rules';
import { isShape, shapes, valuesOf } from '../../../../contract/catalog/shape';
import { isMissing } from '../../n8n/readers';
import { choiceField } from '../input/field';
import type { Input } from '../input/input';

/** A shape, for operations whose models mostly take a size. */
export const shape = choiceField({
	displayName: 'Shape',
	name: 'shape',
	options: [
		{ name: 'As the Model Does', value: 'model' },
		...Object.entries(shapes)
			.map(([value, { label: name, size }]) => {
				const description = `${size.join(' × ')} pixels, or near it`;
				return { name, value, description };
			})
			.sort((a, b) => a.name.localeCompare(b.name, 'en')),
	],
	default: 'model',
	description: 'The shape of the result, in place of an exact size below',
});

/** The values that give an item's result the chosen shape; a size that is given beside it is wrong. */
export function readShape(input: Input, model: ModelEntry, given: Values): Values {
	const chosen = input.parameter(shape) ?? 'model';
	if (!isShape(chosen)) return {};
	const values = valuesOf(chosen, model, given);
	const { displayName: label } = shape.property;
	if (!values) input.add(`${label} cannot be ${chosen} for ${model.id}, which has no such size`);
	for (const name of ['image_width', 'image_height', 'aspect_ratio'])
		if (!isMissing(given[name]))
			input.add(
				`${label} (${chosen}) sets the same as ${name} (${showValue(given[name])}): leave one of them out`,
			);
	return values ?? {};
}
