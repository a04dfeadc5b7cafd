import { describeRule, schemaOf, withoutComma } from '../../../contract/catalog/rules';
import type { ParameterRow } from '../../../contract/parameters';
import { unfenced } from '../../../contract/unfenced';
import { withoutQuotes } from '../../../credentials/pasted';
import { brokenJson } from '../support/brokenJson';
import { asText, dataOf, isData, soleEntry } from '../support/data';

/** Reads a value of one type from what n8n or an expression gives, which can be anything. */
export interface Reader<T> {
	/** Completes the sentence "... must be". */
	readonly rule: string;
	/** The value, or nothing if it breaks the rule. Never throws. */
	read(given: unknown): { value: T } | undefined;
	/** What exactly is wrong with a value that breaks the rule, where more can be said of it. */
	why?(given: unknown): string | undefined;
}

/** Whether a value is empty. */
export function isMissing(given: unknown): given is undefined | null | '' {
	return (
		given === undefined || given === null || (typeof given === 'string' && given.trim() === '')
	);
}

/** A reader by what a value is read as, if it keeps the rule. */
const readerOf = <T>(
	rule: string,
	valueIn: (given: unknown) => T | undefined,
	why?: Reader<T>['why'],
): Reader<T> => ({
	rule,
	why,
	read: (given) => {
		const value = valueIn(given);
		return value === undefined ? undefined : { value };
	},
});

/** Text; numbers, booleans and times become text. */
export const text = readerOf('text', (given) => {
	if (isData(given) && given.isLuxonDateTime === true && typeof given.toISO === 'function')
		return asText(given.toISO());
	const isPlain = ['string', 'boolean', 'bigint'].includes(typeof given) || Number.isFinite(given);
	return isPlain || given instanceof Date ? asText(given) : undefined;
});

/** A number within bounds, also as text. */
export function number(
	bounds: Pick<ParameterRow, 'min' | 'max'>,
	type: 'integer' | 'number' = 'number',
): Reader<number> {
	const row: ParameterRow = { label: '', type, ...bounds };
	const schema = schemaOf(row);
	return readerOf(
		describeRule(row),
		(given) => {
			const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
			return typeof value === 'number' && schema.safeParse(value).success ? value : undefined;
		},
		withoutComma,
	);
}

/** A time in seconds, also as text. */
export const seconds = (max: number): Reader<number> => ({
	...number({ min: 0.01, max }),
	rule: `a number of seconds from 0.01 to ${max.toLocaleString('en-US')}`,
});

/** An amount of money, from 0. */
export const usd: Reader<number> = {
	...number({ min: 0, max: 1_000_000_000 }),
	rule: 'an amount in US dollars from 0 to 1,000,000,000',
};

export const flag = readerOf('true or false', (given) => {
	const word = asText(given).trim().toLowerCase();
	return ['true', 'false'].includes(word) ? word === 'true' : undefined;
});

/** One of a few texts. */
export const oneOf = <Value extends string>(values: readonly Value[]): Reader<Value> =>
	readerOf(`one of ${values.join(', ')}`, (given) => values.find((value) => value === given));

/** A list of what another reader reads, also a single entry, or text with commas between entries. */
export const listOf = (reader: Reader<string>): Reader<string[]> =>
	readerOf(`a list in which each entry is ${reader.rule}`, (given) => {
		const entries: unknown[] =
			typeof given === 'string'
				? given.split(',').filter((entry) => !isMissing(entry))
				: [given ?? []].flat();
		const read = entries.flatMap((entry) => {
			const value = typeof entry === 'string' ? entry.trim() : entry;
			return isMissing(value) ? [] : (reader.read(value)?.value ?? []);
		});
		return read.length === entries.length ? read : undefined;
	});

/** Where a text that begins as JSON stops to be some. */
const whereBroken = (given: unknown) =>
	typeof given === 'string' && /^\s*[[{`]/.test(given) ? brokenJson(given) : undefined;

/** A JSON object, also as text; empty if missing. */
export const jsonObject = readerOf(
	'a JSON object, such as {"seed": 7}',
	(given) => {
		const value = isMissing(given) ? {} : parsed(given);
		return isData(value) ? value : undefined;
	},
	whereBroken,
);

export const jsonList = readerOf<unknown[]>(
	'a JSON list',
	(given) => {
		const value = parsed(given);
		return Array.isArray(value) ? value : undefined;
	},
	whereBroken,
);

const anyUrl = schemaOf({ label: '', type: 'url' });

export const httpUrl = readerOf('an http(s) URL', (given) => {
	const value = typeof given === 'string' ? withoutQuotes(given) : '';
	return anyUrl.safeParse(value).success ? value : undefined;
});

/** An ID: text that can stand in a URL. */
export const identifier = readerOf(
	'an ID: text without control characters, and not only dots',
	(given) => {
		const value = withoutQuotes(text.read(given)?.value ?? '');
		const isOne =
			value !== '' &&
			// What an expression gives that found nothing, or an object.
			!/^(undefined|null|NaN|#[A-Z/0]+[!?]?|\[(object )?\w+\]|.*\{\{.*)$/.test(value) &&
			value.length <= 2_000 &&
			!/^\.+$|[\p{Cc}\p{Cs}]/u.test(value);
		return isOne ? value : undefined;
	},
);

/** What people write around an ID: a label, and the end of a sentence or a list. */
const AROUND_ID =
	/^["']?(?:(?:job|task|model|key|request)[ _-]id["']?\s*[:=]|(?:id|job|model|key)["']?\s*[:=]\s)\s*|\s*[,;.]+$/gi;

/** The ID of something, also of a whole item that tells it. @param names the fields that do, the likeliest first */
export const identifierReader = (...names: readonly string[]): Reader<string> => ({
	...identifier,
	read: (given) => {
		const sole = soleEntry(/^\s*[[{]/.test(asText(given)) ? parsed(given) : given);
		if (!isData(sole)) return identifier.read(asText(sole).trim().replace(AROUND_ID, ''));
		const held = { ...dataOf(sole.data), ...dataOf(sole.body), ...sole, ...dataOf(sole.json) };
		const name = names.find((known) => identifier.read(held[known]) !== undefined);
		return name === undefined ? undefined : identifier.read(held[name]);
	},
});

export const fieldName = readerOf('the name of a field', (given) => {
	const value = text.read(given)?.value.trim() ?? '';
	return value !== '' && value !== '__proto__' ? value : undefined;
});

/** A value as JSON would transport it; nothing if that is impossible. */
function parsed(given: unknown): unknown {
	try {
		const value: unknown = JSON.parse(
			typeof given === 'string' ? unfenced(given) : JSON.stringify(given, onlyJson),
		);
		return typeof value === 'string' ? parsed(value) : value;
	} catch {
		return undefined;
	}
}

/** @throws RangeError for NaN and infinities, which JSON would turn into null */
function onlyJson(_: string, value: unknown): unknown {
	if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('no JSON number');
	return value;
}
