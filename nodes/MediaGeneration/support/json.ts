/** The most values in one piece of JSON, with lists and objects. */
export const MOST_VALUES = 200_000;
/** The most names of an object. */
const MOST_NAMES = 5_000;
/** A quotation mark, punctuation of JSON, or a number with more digits than JavaScript surely holds. */
const TOKEN = /["{}[\],]|-?\d{16,}[\d.eE+-]*/g;

/** Calls `take` for each token outside of texts, until it returns true. */
function forEachToken(
	json: string,
	take: (token: string, at: number) => boolean | undefined,
): void {
	TOKEN.lastIndex = 0;
	for (let found = TOKEN.exec(json); found; found = TOKEN.exec(json)) {
		const [token] = found;
		if (token === '"') TOKEN.lastIndex = endOfText(json, found.index) + 1;
		else if (take(token, found.index)) return;
	}
}

/** The index of the closing quotation mark, or the end of the JSON. */
function endOfText(json: string, start: number): number {
	for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
		let escapes = 0;
		while (json[end - 1 - escapes] === '\\') escapes++;
		if (escapes % 2 === 0) return end;
	}
	return json.length;
}

/** Whether JSON holds too many values, before it is parsed. Each of several pieces in a row counts for itself. */
export function holdsTooMuch(json: string): boolean {
	if (!/^[\s\uFEFF]*[{[\d-]/.test(json)) return false;
	/** For each open object, how many more names it may have; Infinity for a list. */
	const room: number[] = [];
	let values = 0;
	let isFull = false;
	forEachToken(json, (token) => {
		const last = room.length - 1;
		if (token === '}' || token === ']') room.pop();
		else if (token === '{' || token === '[') room.push(token === '{' ? MOST_NAMES : Infinity);
		else if (token !== ',' || last < 0) return false;
		else room[last] = (room[last] ?? 0) - 1;
		if (room.length === 0) values = 0;
		else if (token !== '}' && token !== ']') values++;
		isFull = values > MOST_VALUES || room.at(-1) === 0;
		return isFull;
	});
	return isFull;
}

/** JSON with integers beyond 2^53 as texts, as IDs can be that long. */
export function withExactNumbers(json: string): string {
	if (!/\d{16}/.test(json)) return json;
	const parts: string[] = [];
	let from = 0;
	forEachToken(json, (token, at) => {
		const isLong = /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token));
		if (!isLong || /[\d.eE+-]/.test(json.charAt(at - 1))) return false;
		parts.push(json.slice(from, at), `"${token}"`);
		from = at + token.length;
		return false;
	});
	return parts.join('') + json.slice(from);
}

/**
 * Parses JSON; nothing for any other text.
 * @param tooMuch gives the result, or throws, for more than {@link MOST_VALUES} values
 */
export function parsedJson(text: string, tooMuch: () => unknown = () => undefined): unknown {
	if (holdsTooMuch(text)) return tooMuch();
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
