import type { ModelEntry } from '../../../contract/catalog';
import { rulesOf } from '../../../contract/catalog/rules';

const LONGEST = 100_000;
const FILE = /^[\w+/=-]{1000,}$/;
const ADDRESS = /^(https?:|data:)\S*$/i;

/** Whether a text that the contract does not know is an address, or the content of a file. */
const isOfFile = (text: string) => text.length > LONGEST || FILE.test(text) || ADDRESS.test(text);

/**
 * The texts of a request that are a person's own, such as its prompts: not its model, what is chosen from a list, addresses,
 * nor the contents of files.
 */
export function textsSent(model: ModelEntry, body: object): string[] {
	const types = new Map<string, string>(rulesOf(model).map(({ name, type }) => [name, type]));
	const textsOf = (name: string, value: unknown): string[] => {
		const type = types.get(name);
		if (name === 'model' || (type !== undefined && type !== 'text')) return [];
		if (typeof value === 'string') return type === undefined && isOfFile(value) ? [] : [value];
		if (Array.isArray(value)) return value.flatMap((entry) => textsOf(name, entry));
		return typeof value === 'object' && value !== null ? textsIn(value) : [];
	};
	const textsIn = (fields: object): string[] =>
		Object.entries(fields).flatMap(([name, value]) => [
			...(/[^\w.-]/.test(name) ? [name] : []),
			...textsOf(name, value),
		]);
	return textsIn(body);
}
