/** How deep text may be packed into text: each time a backslash doubles, and a percent sign gets another 25. */
const MOST_BACKSLASHES = 15;
const MOST_PERCENTS = 5;
/** Of one character of a secret: backslashes, and the percent signs of two bytes. */
const LONGEST_CHARACTER = MOST_BACKSLASHES + 2 * ('%00'.length + '25'.length * MOST_PERCENTS);
/** A shorter piece of base64 may stand in any other. */
const SHORTEST_BASE64 = 8;
/** So many characters of a form are looked for at once; a pattern for all of a long one would take minutes to compile. */
const BEGINNING = 8;
/** Names of characters that HTML writes as such. */
const entities: Record<string, string> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

/** What every escaped form has; most texts have none of it. */
const ESCAPES = /[\\%&]/;

/** A secret in a text. */
interface Span {
	start: number;
	end: number;
	/** Whether there may be more to it behind the end of the text. */
	isOpen: boolean;
}

/** Looks for secrets in texts. */
export interface Finder {
	/** Where they stand, from left to right. */
	find(text: string): Span[];
	/** From where on, behind a place, the end of a text may be the beginning of one that goes on; the text's length where it is none. */
	openFrom(text: string, from: number): number;
}

/**
 * What finds the secrets in whatever form an answer may hold them: as they are; each character for itself escaped as in
 * JSON, in JSON within JSON, in an address or in HTML; or as a part of base64. It takes time in proportion to the text, and
 * little for a text without anything escaped. Nothing where there are no secrets.
 */
export function finderOf(secrets: readonly string[]): Finder | undefined {
	const texts = [...new Set(secrets.flatMap((secret) => [secret, ...inBase64(secret)]))];
	if (texts.length === 0) return undefined;
	const known = new Map<string, Step>();
	const forms = texts.map(
		(text) => new Form((text.match(STEPS) ?? []).map((step) => stepOf(step, known))),
	);
	const longest = Math.max(...forms.map((form) => form.longest));
	const plain = new RegExp(texts.map((text) => [...text].map(literally).join('')).join('|'), 'g');
	let begun: RegExp | undefined;
	return {
		find(text) {
			if (!ESCAPES.test(text))
				return spansIn(text, plain, (start, found) => ({
					end: start + found.length,
					isOpen: start + found.length === text.length,
				}));
			begun ??= new RegExp(forms.map((form) => form.beginning).join('|'), 'g');
			return spansIn(text, begun, (start) => readAll(forms, text, start));
		},
		openFrom(text, from) {
			for (let start = Math.max(from, text.length - longest); start < text.length; start++)
				if (readAll(forms, text, start).isOpen) return start;
			return text.length;
		},
	};
}

/** What is read where a form may begin: its end, or -1, and whether it may go on behind the end of the text. */
type Read = Omit<Span, 'start'>;

function spansIn(
	text: string,
	pattern: RegExp,
	read: (start: number, found: string) => Read,
): Span[] {
	const spans: Span[] = [];
	pattern.lastIndex = 0;
	for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
		const { index: start } = found;
		const span = read(start, found[0]);
		if (span.end > start) spans.push({ start, ...span });
		pattern.lastIndex = Math.max(span.end, start + 1);
	}
	return spans;
}

/** The longest of the forms that begin at a place. */
function readAll(forms: readonly Form[], text: string, start: number): Read {
	const reads = forms.map((form) => form.readAt(text, start));
	return {
		end: Math.max(...reads.map(({ end }) => end)),
		isOpen: reads.some(({ isOpen }) => isOpen),
	};
}

/** Backslashes with what comes after them are one step: apart, each could take those of the other in many ways. */
const STEPS = /\\+(?:[^\\]|$)|[^\\]/gu;

/** A character of a form, or several, in whatever way they are written. */
class Step {
	/** Whether it is found as it is only where nothing is escaped. */
	readonly isPlain: boolean;
	private patterns?: RegExp[];

	constructor(readonly text: string) {
		this.isPlain = !ESCAPES.test(text);
	}

	/** Where it may end in a text in which it begins at a place. */
	endsIn(text: string, place: number): number[] {
		this.patterns ??= waysOf(this.text).map((way) => new RegExp(way, 'y'));
		return this.patterns.flatMap((pattern) => {
			pattern.lastIndex = place;
			return pattern.test(text) ? [pattern.lastIndex] : [];
		});
	}
}

/** Each is made once. */
function stepOf(text: string, known: Map<string, Step>): Step {
	const step = known.get(text) ?? new Step(text);
	known.set(text, step);
	return step;
}

/** One text that is looked for, step by step. */
class Form {
	/** No way of writing it has more characters, nor any of writing one step of it. */
	readonly longest: number;
	private readonly longestStep: number;

	constructor(private readonly steps: readonly Step[]) {
		const lengths = steps.map(({ text }) => text.length * LONGEST_CHARACTER);
		this.longest = lengths.reduce((sum, length) => sum + length, 0);
		this.longestStep = Math.max(...lengths);
	}

	/** A pattern for its first characters. */
	get beginning(): string {
		const first = this.steps.slice(0, BEGINNING);
		return first.map(({ text }) => `(?:${waysOf(text).join('|')})`).join('');
	}

	readAt(text: string, start: number): Read {
		let places = [start];
		let isOpen = false;
		for (const step of this.steps) {
			const [place = start] = places;
			if (places.length === 1 && step.isPlain && text[place] === step.text) {
				places[0] = place + 1;
				continue;
			}
			if (places.length === 1 && place < text.length && !ESCAPES.test(text.charAt(place)))
				return { end: -1, isOpen };
			isOpen ||= places.some((at) => this.isCut(text, at));
			places = [...new Set(places.flatMap((at) => step.endsIn(text, at)))];
			if (places.length === 0) return { end: -1, isOpen };
		}
		const end = Math.max(...places);
		return { end, isOpen: isOpen || end === text.length };
	}

	/** Whether a text ends at a place, or within what is escaped there. */
	private isCut(text: string, place: number): boolean {
		return text.length - place <= this.longestStep && CUT.test(text.slice(place));
	}
}

const CUT = /^(?:[\\%&][\\%&#;\w]*)?$/;

/** The ways to write a step; each reads a text in one way only, so that all of them together read it in every way. */
function waysOf(step: string): string[] {
	const backslashes = step.lastIndexOf('\\') + 1;
	const next = step.slice(backslashes);
	return backslashes > 0 ? afterBackslashes(backslashes, next) : waysOfCharacter(next);
}

function afterBackslashes(count: number, next: string): string[] {
	const most = count * (MOST_BACKSLASHES + 1) + (next === '' ? 0 : MOST_BACKSLASHES);
	const behind = next === '' ? [''] : [literally(next), `u00${hexOf(next)}`, ...coded(next)];
	const escaped = `(?:\\\\{1,${MOST_BACKSLASHES}}u005[cC]|${coded('\\').join('|')}){${count}}`;
	return [
		...(next === '' ? [''] : waysOfCharacter(next)).map((way) => escaped + way),
		...behind.map((way) => `\\\\{${count},${most}}${way}`),
	];
}

function waysOfCharacter(character: string): string[] {
	const itself = /\w/.test(character)
		? character
		: `\\\\{0,${MOST_BACKSLASHES}}${literally(character)}`;
	return [itself, `\\\\{1,${MOST_BACKSLASHES}}u00${hexOf(character)}`, ...coded(character)];
}

const literally = (character: string) =>
	`\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
const hexOf = (character: string) => anyCase(character.charCodeAt(0).toString(16).padStart(2, '0'));

/** A character in an address, and in HTML. */
function coded(character: string): string[] {
	const code = character.charCodeAt(0);
	const bytes = [...Buffer.from(character)].map((byte) =>
		anyCase(byte.toString(16).padStart(2, '0')),
	);
	const depths =
		character === '%'
			? Array.from({ length: MOST_PERCENTS + 1 }, (_, depth) => `{${depth}}`)
			: [`{0,${MOST_PERCENTS}}`];
	const percents = depths.map((depth) => bytes.map((byte) => `%(?:25)${depth}${byte}`).join(''));
	const name = entities[character];
	return [
		...percents,
		`&(?:${name ? `${name}|` : ''}#0{0,5}${code}|#[xX]0{0,4}${hexOf(character)});`,
	];
}

const anyCase = (hex: string) =>
	hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/** The part of base64 that the text decides alone, wherever it begins among the three bytes of a group. */
function inBase64(text: string): string[] {
	const starts = [0, 2, 3];
	return starts.flatMap((start, before) => {
		const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
		const own = bytes.toString('base64').slice(start, Math.floor((bytes.length * 8) / 6));
		return own.length < SHORTEST_BASE64 ? [] : [own, own.replaceAll('+', '-').replaceAll('/', '_')];
	});
}
