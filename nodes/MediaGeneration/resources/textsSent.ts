import type { ModelEntry } from '../../../contract/catalog';
import { rulesOf } from '../../../contract/catalog/rules';

/** A text without a space that is longer is the content of a file. */
const FILE = /^[\w+/=-]{1000,}$/;
const ADDRESS = /^(https?:|data:)\S*$/i;

/** The texts of a request that are a person's own, such as its prompts: not its model, what is chosen from a list, addresses, nor the contents of files. */
export function textsSent(model: ModelEntry, body: object): string[] {
	const types = new Map<string, string>(rulesOf(model).map(({ name, type }) => [name, type]));
	const textsOf = (name: string, value: unknown): string[] => {
		const type = types.get(name);
		if (name === 'model' || (type !== undefined && type !== 'text')) return [];
		if (typeof value === 'string') return FILE.test(value) || (type === undefined && ADDRESS.test(value)) ? [] : [value];
		if (Array.isArray(value)) return value.flatMap((entry) => textsOf(name, entry));
		return typeof value === 'object' && value !== null ? textsIn(value) : [];
	};
	const textsIn = (fields: object): string[] =>
		Object.entries(fields).flatMap(([name, value]) => [...(/[^\w.-]/.test(name) ? [name] : []), ...textsOf(name, value)]);
	return textsIn(body);
}
