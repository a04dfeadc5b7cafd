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

/** A property of the node together with the reader of its values. */
export interface Field<T> {
	readonly property: INodeProperties;
	readonly reader: Reader<T>;
	/** What messages call it, where the label alone does not tell what it is on the wire. */
	readonly called?: string;
	/** Whether giving nothing is wrong, although its type may be empty. */
	readonly needed?: boolean;
}

/** A property read by the given reader. */
export function field<T>(property: INodeProperties, reader: Reader<T>): Field<T> {
	return { property, reader };
}

/** A number, bounded as the editor bounds it. */
export function numberField(property: INodeProperties): Field<number> {
	return field(property, number(boundsOf(property)));
}

/** A whole number, bounded as the editor bounds it. */
export function wholeNumberField(property: INodeProperties): Field<number> {
	return field(property, number(boundsOf(property), 'integer'));
}

/** A time in seconds, up to the editor's longest; it may be shorter than the editor's steps. */
export function secondsField(
	property: INodeProperties & { typeOptions: { maxValue: number } },
): Field<number> {
	return field(property, seconds(property.typeOptions.maxValue));
}

/**
 * An option that limits what is spent. It is text for the editor, as n8n takes an option whose number somebody clears away
 * with it, and says nothing: text that is cleared stays, and is told as wrong before anything is sent.
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
