import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { dataOf, isData } from './data';

/** One output item for each of the given fields, all made from the same input item. */
export function itemsFrom(itemIndex: number, ...entries: IDataObject[]): INodeExecutionData[] {
	return entries.map((json) => ({ json, pairedItem: { item: itemIndex } }));
}

/** The fields of an answer: its own and, over them, those it wraps under one of the usual names. */
export function fieldsIn(body: unknown, ...wrappers: string[]): IDataObject {
	const fields = dataOf(body);
	const inner = ['data', 'result', ...wrappers].map((name) => fields[name]).find(isData);
	if (!inner) return fields;
	const beside = Object.entries(fields).filter(([, value]) => value !== inner && (typeof value !== 'object' || value === null));
	return { ...Object.fromEntries(beside), ...inner };
}
