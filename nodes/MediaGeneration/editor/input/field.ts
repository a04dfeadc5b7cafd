import type { IDataObject, INodeProperties, INodePropertyMode } from 'n8n-workflow';
import { optionLabels } from '../../failures/labels';
import {
	flag,
	jsonObject,
	listOf,
	number,
	oneOf,
	type Reader,
	seconds,
	text,
	usd,
} from '../../n8n/readers';

/** A property of the node with the reader of its values. */
export interface Field<T> {
	readonly property: INodeProperties;
	readonly reader: Reader<T>;
	/** Its name in messages, if that is not the label. */
	readonly called?: string;
	/** Whether it must not be empty, although its type may. */
	readonly needed?: boolean;
}

/** A property whose type its builder knows. */
type Described = Omit<INodeProperties, 'type'> & Partial<Pick<INodeProperties, 'type'>>;

/** A property with a reader; of text, unless it says another type. */
export const field = <T>(property: Described, reader: Reader<T>): Field<T> => ({
	property: { type: 'string', ...property },
	reader,
});

/** A number within the editor's bounds. */
export function numberField(property: Described, type?: 'integer'): Field<number> {
	const { minValue: min, maxValue: max } = property.typeOptions ?? {};
	return field({ type: 'number', ...property }, number({ min, max }, type));
}

/** A whole number within the editor's bounds. */
export const wholeNumberField = (property: Described): Field<number> =>
	numberField(property, 'integer');

/** A time in seconds up to the editor's maximum; it may be shorter than the minimum. */
export const secondsField = (
	property: Described & { typeOptions: { maxValue: number } },
): Field<number> => field({ type: 'number', ...property }, seconds(property.typeOptions.maxValue));

/**
 * An option that limits costs. It is text in the editor: n8n silently drops a number option that is cleared, but keeps an empty
 * text, which is then reported before anything is sent.
 */
export const costLimitField = (property: Described): Field<number> => ({
	needed: true,
	...field(property, usd),
});

/** Text. */
export const textField = (property: Described): Field<string> => field(property, text);

/** True or false. */
export const flagField = (property: Described): Field<boolean> =>
	field({ type: 'boolean', ...property }, flag);

/** One of the values that the editor offers. */
export const choiceField = (property: Described): Field<string> =>
	field({ type: 'options', ...property }, oneOf(valuesOf(property)));

/** Some of the values that the editor offers. */
export const choicesField = (property: Described): Field<string[]> =>
	field({ type: 'multiOptions', ...property }, listOf(oneOf(valuesOf(property))));

/** A JSON object. */
export const jsonField = (
	property: Omit<Described, 'default'> & Partial<Pick<Described, 'default'>>,
): Field<IDataObject> => field({ type: 'json', default: '{}', ...property }, jsonObject);

/** Something that is chosen from a list or given by its ID. @param list what is special of that mode */
export const locatorField = <T>(
	property: Described,
	reader: Reader<T>,
	list: Partial<INodePropertyMode>,
	byId: Partial<INodePropertyMode>,
): Field<T> =>
	field(
		{
			type: 'resourceLocator',
			...property,
			modes: [
				{ displayName: 'From List', name: 'list', type: 'list', ...list },
				{ displayName: 'By ID', name: 'id', type: 'string', ...byId },
			],
		},
		reader,
	);

/** The search that fills the list of a locator. */
export const searchedBy = (
	searchListMethod: string,
): NonNullable<INodePropertyMode['typeOptions']> => ({ searchListMethod, searchable: true });

/** What the editor shows: a field, or a property that is read otherwise. */
export type ShownField = Field<unknown> | INodeProperties;

/** The properties that n8n is told. */
export const propertiesOf = (shown: readonly ShownField[]): INodeProperties[] =>
	shown.map((one) => ('property' in one ? one.property : one));

function valuesOf({ options = [] }: Pick<INodeProperties, 'options'>): string[] {
	return options.flatMap((option) => ('value' in option ? [String(option.value)] : []));
}

/** The label and the name of an Option. */
export const optionName = (
	name: keyof typeof optionLabels,
): Pick<INodeProperties, 'displayName' | 'name'> => ({ displayName: optionLabels[name], name });

/** A collection of fields in alphabetical order. @param entry what each is called */
export const collectionField = (
	displayName: string,
	entry: string,
	fields: readonly ShownField[],
): INodeProperties => ({
	displayName,
	name: displayName.toLowerCase(),
	type: 'collection',
	placeholder: `Add ${entry}`,
	default: {},
	options: propertiesOf(fields).sort((a, b) => a.displayName.localeCompare(b.displayName)),
});

/** An Options collection. */
export const optionsCollection = (fields: readonly ShownField[]): INodeProperties =>
	collectionField('Options', 'option', fields);
