/** How deep text may be packed into text: each time a backslash doubles, and a percent sign gets another 25. */
const MOST_BACKSLASHES = 15;
const MOST_PERCENTS = 5;
/** Of one character of a secret: backslashes, and the percent signs of two bytes. */
const LONGEST_CHARACTER = MOST_BACKSLASHES + 2 * ('%00'.length + '25'.length * MOST_PERCENTS);
/** A shorter piece of base64 may stand in any other. */
const SHORTEST_BASE64 = 8;
/** Names of characters that HTML writes as such. */
const entities: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/** What every escaped form has; most texts have none of it. */
const ESCAPES = /[\\%&]/;

/** Looks for secrets in texts. */
export interface Finder {
	/** A pattern, for all that is to be found, that finds in this text whatever stands there. */
	patternFor(text: string): RegExp;
	/** Nothing that is found has more characters. */
	longest: number;
}

/**
 * What finds the secrets in whatever form an answer may hold them: as they are; each character for itself escaped as in
 * JSON, in JSON within JSON, in an address or in HTML; or as a part of base64. It takes time in proportion to the text, as
 * no text can be read as the same characters of a secret in two ways; and little for a text without anything escaped, for
 * which the long pattern is not even compiled. Nothing where there are no secrets.
 */
export function finderOf(secrets: readonly string[]): Finder | undefined {
	const forms = [...new Set(secrets.flatMap((secret) => [secret, ...inBase64(secret)]))];
	if (forms.length === 0) return undefined;
	const anyOf = (written: (form: string) => string) => new RegExp(forms.map(written).join('|'), 'g');
	const plain = anyOf((form) => [...form].map(literally).join(''));
	let escaped: RegExp | undefined;
	return {
		patternFor: (text) => (ESCAPES.test(text) ? (escaped ??= anyOf(spelled)) : plain),
		longest: Math.max(...forms.map(({ length }) => length)) * LONGEST_CHARACTER,
	};
}

/** Backslashes with what comes after them are one piece: apart, each could take those of the other in many ways. */
const PIECE = /(\\*)([^\\]|$)/gu;

function spelled(text: string): string {
	return [...text.matchAll(PIECE)].map(([, { length } = '', next = '']) => (length > 0 ? afterBackslashes(length, next) : inAnyForm(next))).join('');
}

function afterBackslashes(count: number, next: string): string {
	const most = count * (MOST_BACKSLASHES + 1) + (next === '' ? 0 : MOST_BACKSLASHES);
	const behind = next === '' ? '' : `(?:${literally(next)}|u00${hexOf(next)}|${coded(next)})`;
	const escaped = `(?:\\\\{1,${MOST_BACKSLASHES}}u005[cC]|${coded('\\')}){${count}}`;
	return `(?:${escaped}${inAnyForm(next)}|\\\\{${count},${most}}${behind})`;
}

function inAnyForm(character: string): string {
	if (character === '') return '';
	const itself = /\w/.test(character) ? character : `\\\\{0,${MOST_BACKSLASHES}}${literally(character)}`;
	return `(?:${itself}|\\\\{1,${MOST_BACKSLASHES}}u00${hexOf(character)}|${coded(character)})`;
}

const literally = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
const hexOf = (character: string) => anyCase(character.charCodeAt(0).toString(16).padStart(2, '0'));

/** A character in an address or in HTML. */
function coded(character: string): string {
	const code = character.charCodeAt(0);
	const percents = [...Buffer.from(character)].map((byte) => `%(?:25){0,${MOST_PERCENTS}}${anyCase(byte.toString(16).padStart(2, '0'))}`);
	const name = entities[character];
	return `${percents.join('')}|&(?:${name ? `${name}|` : ''}#0{0,5}${code}|#[xX]0{0,4}${hexOf(character)});`;
}

const anyCase = (hex: string) => hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/** The part of base64 that the text decides alone, wherever it begins among the three bytes of a group. */
function inBase64(text: string): string[] {
	const starts = [0, 2, 3];
	return starts.flatMap((start, before) => {
		const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
		const own = bytes.toString('base64').slice(start, Math.floor((bytes.length * 8) / 6));
		return own.length < SHORTEST_BASE64 ? [] : [own, own.replaceAll('+', '-').replaceAll('/', '_')];
	});
}
