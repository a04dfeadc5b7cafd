import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** How the files of a job come out. */
export interface Together {
	/** The binary field for the file. */
	binaryPropertyName: string;
	/** Whether all files of a job are in one item; else each is in an item of its own. */
	inOneItem?: boolean;
}

/**
 * The items of a job's files, or one with all of them where that is wanted: their addresses in `urls`, the first file in its
 * usual field, and the others in fields with their number behind, such as `data_2`.
 */
export function together(
	items: INodeExecutionData[],
	{ binaryPropertyName, inOneItem }: Together,
): INodeExecutionData[] {
	const [first] = items;
	if (!inOneItem || !first || items.length === 1) return items;
	const all = (name: string) => items.flatMap(({ json }) => json[name] ?? []);
	const copies = all('copy_url');
	const notes = new Set(all('note').map(String));
	const json: IDataObject = {
		...Object.fromEntries(Object.entries(first.json).filter(([name]) => name !== 'index')),
		urls: all('url'),
		...(copies.length > 1 && { copy_urls: copies }),
		...(notes.size > 0 && { note: [...notes].join(' ') }),
	};
	const files = items.flatMap(({ binary }, index) => {
		const file = binary?.[binaryPropertyName];
		return file ? [[numbered(binaryPropertyName, index), file] as const] : [];
	});
	return [{ ...first, json, ...(files.length > 0 && { binary: Object.fromEntries(files) }) }];
}

const numbered = (name: string, index: number) => (index === 0 ? name : `${name}_${index + 1}`);
