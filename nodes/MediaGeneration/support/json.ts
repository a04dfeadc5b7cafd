/** So many values one piece of JSON may hold, lists and objects counted too. */
export const MOST_VALUES = 200_000;
/** So many names one object in it may have. */
const MOST_NAMES = 5_000;
/** A text's beginning, what parts and holds values, or a number of more digits than JavaScript surely holds exactly. */
const TOKEN = /["{}[\],]|-?\d{16,}[\d.eE+-]*/g;

/** Hands on each token outside of texts, with where it stands, until it is told that this is enough. */
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

/** Where a text in quotation marks ends that begins here; the end of all where it does not. */
function endOfText(json: string, start: number): number {
	for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
		let escapes = 0;
		while (json[end - 1 - escapes] === '\\') escapes++;
		if (escapes % 2 === 0) return end;
	}
	return json.length;
}

/**
 * Whether JSON holds more than is read, told before anything is made of it. Of several pieces of JSON one after the other
 * each counts for itself.
 */
export function holdsTooMuch(json: string, mostValues = MOST_VALUES): boolean {
	if (!/^[\s\uFEFF]*[{[\d-]/.test(json)) return false;
	/** Of what is open, the innermost last: how many more names it may have; a list has none. */
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
		isFull = values > mostValues || room.at(-1) === 0;
		return isFull;
	});
	return isFull;
}

/** JSON with its integers beyond 2^53 in quotation marks: IDs may be that long. */
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
 * What a text holds that is JSON; nothing for any other.
 * @param tooMuch what it gives instead, or throws, where it holds more than is read, which is {@link MOST_VALUES} unless told
 */
export function parsedJson(
	text: string,
	tooMuch: () => unknown = () => undefined,
	mostValues?: number,
): unknown {
	if (holdsTooMuch(text, mostValues)) return tooMuch();
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
