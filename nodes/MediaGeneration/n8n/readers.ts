import type { IDataObject } from 'n8n-workflow';
import { describeRule, schemaOf } from '../../../contract/catalog/rules';
import type { ParameterRow } from '../../../contract/parameters';
import { unfenced } from '../../../contract/unfenced';
import { asText, isData } from '../support/data';

/** Turns what n8n hands over, which expressions can make anything, into a value of one type. */
export interface Reader<T> {
	/** Completes the sentence "... must be". */
	readonly rule: string;
	/** The value, or nothing where the rule does not hold. Never throws. */
	read(given: unknown): { value: T } | undefined;
}

/** Whether n8n, or an expression, has given nothing. */
export function isMissing(given: unknown): given is undefined | null | '' {
	return (
		given === undefined || given === null || (typeof given === 'string' && given.trim() === '')
	);
}

/** Text; numbers, times and true or false, which expressions often give, are written out. */
export const text: Reader<string> = {
	rule: 'text',
	read: (given) => {
		if (typeof given === 'string') return { value: given };
		if (given instanceof Date) return { value: asText(given) };
		if (isData(given) && given.isLuxonDateTime === true && typeof given.toISO === 'function')
			return { value: asText(given.toISO()) };
		const isPlain =
			typeof given === 'boolean' || typeof given === 'bigint' || Number.isFinite(given);
		return isPlain ? { value: asText(given) } : undefined;
	},
};

/** A number within the bounds of the row, also where it comes as text. */
export function number(
	bounds: Pick<ParameterRow, 'min' | 'max'>,
	type: 'integer' | 'number' = 'number',
): Reader<number> {
	const row: ParameterRow = { label: '', type, ...bounds };
	const schema = schemaOf(row);
	return {
		rule: describeRule(row),
		read: (given) => {
			const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
			return typeof value === 'number' && schema.safeParse(value).success ? { value } : undefined;
		},
	};
}

/** A time in seconds, also where it comes as text. */
export function seconds(max: number): Reader<number> {
	const { read } = number({ min: SHORTEST_SECONDS, max });
	return {
		rule: `a number of seconds from ${SHORTEST_SECONDS} to ${max.toLocaleString('en-US')}`,
		read,
	};
}

const SHORTEST_SECONDS = 0.01;

/** An amount of money, none included. */
export const usd: Reader<number> = {
	rule: 'an amount in US dollars from 0 to 1,000,000,000',
	read: number({ min: 0, max: 1_000_000_000 }).read,
};

/** The same value, or null. @param meaning of null */
export const orNull = <T>({ rule, read }: Reader<T>, meaning: string): Reader<T | null> => ({
	rule: `${rule}, or null for ${meaning}`,
	read: (given) => (given === null ? { value: null } : read(given)),
});

/** True or false, also where it comes as text. */
export const flag: Reader<boolean> = {
	rule: 'true or false',
	read: (given) => {
		const word = typeof given === 'string' ? given.trim().toLowerCase() : given;
		if (word === true || word === 'true') return { value: true };
		return word === false || word === 'false' ? { value: false } : undefined;
	},
};

/** One of a few texts. */
export function oneOf(values: readonly string[]): Reader<string> {
	return {
		rule: `one of ${values.join(', ')}`,
		read: (given) =>
			typeof given === 'string' && values.includes(given) ? { value: given } : undefined,
	};
}

/** A list of what another reader reads; one entry counts as a list of one, and text may hold several between commas. */
export function listOf(reader: Reader<string>): Reader<string[]> {
	return {
		rule: `a list in which each entry is ${reader.rule}`,
		read: (given) => {
			const entries =
				typeof given === 'string'
					? given
							.split(',')
							.map((entry) => entry.trim())
							.filter((entry) => entry !== '')
					: isMissing(given)
						? []
						: [given].flat();
			const namedValues = entries.map((entry) =>
				isMissing(entry) ? undefined : reader.read(entry),
			);
			const known = namedValues.flatMap((value) => (value ? [value.value] : []));
			return known.length === namedValues.length ? { value: known } : undefined;
		},
	};
}

/** A JSON object, as text or as itself; nothing at all is an empty one. */
export const jsonObject: Reader<IDataObject> = {
	rule: 'a JSON object, such as {"seed": 7}',
	read: (given) => {
		const value = isMissing(given) ? {} : parsed(given);
		return isData(value) ? { value } : undefined;
	},
};

/** A JSON list, as text or as itself. */
export const jsonList: Reader<unknown[]> = {
	rule: 'a JSON list',
	read: (given) => {
		const value = parsed(given);
		return Array.isArray(value) ? { value } : undefined;
	},
};

const anyUrl = schemaOf({ label: '', type: 'url' });

/** An http or https address. */
export const httpUrl: Reader<string> = {
	rule: 'an http(s) URL',
	read: (given) => {
		const value = typeof given === 'string' ? given.trim() : '';
		return anyUrl.safeParse(value).success ? { value } : undefined;
	},
};

const LONGEST_ID = 2_000;

/** What names something at the service: text that can stand in an address. */
export const identifier: Reader<string> = {
	rule: 'an ID: text without control characters, and not only dots',
	read: (given) => {
		const value = text.read(given)?.value.trim() ?? '';
		const isOne =
			value !== '' &&
			value.length <= LONGEST_ID &&
			!/^\.+$/.test(value) &&
			!/[\p{Cc}\p{Cs}]/u.test(value);
		return isOne ? { value } : undefined;
	},
};

/** The name of a binary field. */
export const fieldName: Reader<string> = {
	rule: 'the name of a field',
	read: (given) => {
		const value = text.read(given)?.value.trim() ?? '';
		return value !== '' && value !== '__proto__' ? { value } : undefined;
	},
};

/** Values by name, as they were given; as text, the JSON object that it holds. */
export const values: Reader<IDataObject> = {
	rule: jsonObject.rule,
	read: (given) => (isData(given) ? { value: given } : jsonObject.read(given)),
};

/** The JSON that text holds, or that a value becomes on its way; nothing where it is none. */
function parsed(given: unknown): unknown {
	try {
		return JSON.parse(
			typeof given === 'string' ? unfenced(given) : JSON.stringify(given, onlyJson),
		);
	} catch {
		return undefined;
	}
}

/** JSON would write null for a number that is none. @throws RangeError for such a number */
function onlyJson(_: string, value: unknown): unknown {
	if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('no JSON number');
	return value;
}
