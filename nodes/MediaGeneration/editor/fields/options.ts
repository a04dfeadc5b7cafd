import type { INodeProperties } from 'n8n-workflow';
import { optionLabels } from '../../failures/labels';
import { propertiesOf, type Shown } from '../input/field';

/** The label and the name of an Option. */
export const option = (
	name: keyof typeof optionLabels,
): Pick<INodeProperties, 'displayName' | 'name'> => ({ displayName: optionLabels[name], name });

/** A collection of fields in alphabetical order. @param entry what each is called */
export const collectionField = (
	displayName: string,
	entry: string,
	fields: readonly Shown[],
): INodeProperties => ({
	displayName,
	name: displayName.toLowerCase(),
	type: 'collection',
	placeholder: `Add ${entry}`,
	default: {},
	options: propertiesOf(fields).sort((a, b) => a.displayName.localeCompare(b.displayName)),
});

/** An Options collection. */
export const optionsField = (fields: readonly Shown[]): INodeProperties =>
	collectionField('Options', 'option', fields);
