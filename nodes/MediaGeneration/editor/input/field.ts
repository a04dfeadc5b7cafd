import type { IDataObject, INodeProperties } from 'n8n-workflow';
import {
	flag,
	jsonObject,
	listOf,
	number,
	oneOf,
	seconds,
	text,
	usd,
	type Reader,
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

/** A property with a reader. */
export function field<T>(property: INodeProperties, reader: Reader<T>): Field<T> {
	return { property, reader };
}

/** A number within the editor's bounds. */
export function numberField(property: INodeProperties): Field<number> {
	return field(property, number(boundsOf(property)));
}

/** A whole number within the editor's bounds. */
export function wholeNumberField(property: INodeProperties): Field<number> {
	return field(property, number(boundsOf(property), 'integer'));
}

/** A time in seconds up to the editor's maximum; it may be shorter than the minimum. */
export function secondsField(
	property: INodeProperties & { typeOptions: { maxValue: number } },
): Field<number> {
	return field(property, seconds(property.typeOptions.maxValue));
}

/**
 * An option that limits costs. It is text in the editor: n8n silently drops a number option that is cleared, but keeps an empty
 * text, which is then reported before anything is sent.
 */
export function limitField(property: Omit<INodeProperties, 'type'>): Field<number> {
	return { needed: true, ...field({ ...property, type: 'string' }, usd) };
}

/** Text. */
export function textField(property: INodeProperties): Field<string> {
	return field(property, text);
}

/** True or false. */
export function flagField(property: INodeProperties): Field<boolean> {
	return field(property, flag);
}

/** One of the values that the editor offers. */
export function choiceField(property: INodeProperties): Field<string> {
	return field(property, oneOf(valuesOf(property)));
}

/** Some of the values that the editor offers. */
export function choicesField(property: INodeProperties): Field<string[]> {
	return field(property, listOf(oneOf(valuesOf(property))));
}

/** A JSON object. */
export function jsonField(property: INodeProperties): Field<IDataObject> {
	return field(property, jsonObject);
}

function boundsOf({ typeOptions }: INodeProperties) {
	return { min: typeOptions?.minValue, max: typeOptions?.maxValue };
}

function valuesOf({ options = [] }: INodeProperties): string[] {
	return options.flatMap((option) => ('value' in option ? [String(option.value)] : []));
}
