import { runToEnd, runInSlices, StepCounter, type InterruptibleWork } from '../support/slices';

/*
 * A secret goes out in the header of a request and nowhere else. An answer may echo it, and a user may paste it into a
 * prompt, so everything is redacted before it can leave:
 *
 * | What can leave              | Where it is redacted                                                       |
 * |-----------------------------|----------------------------------------------------------------------------|
 * | items, errors, the ledger   | an answer's body and headers in `send.ts`, before anybody reads them        |
 * | streamed texts              | each event in `request.ts`, and what several of them add up to by PieceRedactor |
 * | prompts in items, ledger, pauses | `actions/readMedia.ts`, before anything is noted                  |
 * | what a media host says       | `files/receiveFile.ts` and `files/download.ts`                             |
 * | messages of broken requests | `send.ts` (connectionFailure)                                              |
 * | what failures quote         | `quoting.ts`, for errors, hints and failed items                            |
 * | the chat model's answers    | `chat/serviceFetch.ts`, and its client's errors and logs in `chat/redactError.ts` |
 * | deliveries                  | `trigger/receive.ts`                                                       |
 * | a credential test's reason  | `editor/credentialTest.ts`                                                 |
 */

export const SECRET_MASK = '[hidden]';
/** A shorter secret would blank out ordinary words of an answer. */
const SHORTEST_SECRET = 6;
/** A shorter piece of base64 could be part of any other. */
const SHORTEST_BASE64 = 8;
/** n8n and its database recurse once per level. */
const DEEPEST = 200;
const NESTED_TOO_DEEPLY = '[nested too deeply]';

/** The spellings in which a secret is looked for. It is ASCII: a credential with other characters is refused. */
function spellingsOf(secret: string): string[] {
	const escaped = [inJson(secret), inJson(secret).replaceAll('/', '\\/')];
	// JSON within JSON that is redacted before it is parsed.
	const twice = escaped.map(inJson);
	return [secret, ...escaped, ...twice, encodeURIComponent(secret), ...inBase64(secret)];
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** The base64 of a text at each of its three alignments, without the characters that its neighbours decide. */
function inBase64(text: string): string[] {
	const starts = [0, 2, 3];
	return starts.flatMap((start, before) => {
		const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
		const own = bytes.toString('base64').slice(start, Math.floor((bytes.length * 8) / 6));
		return own.length < SHORTEST_BASE64 ? [] : [own, own.replaceAll('+', '-').replaceAll('/', '_')];
	});
}

interface Pattern {
	/** The longest first, so that none is taken for the beginning of another. */
	forms: string[];
	anyForm: RegExp;
}

const patterns = new WeakMap<readonly string[], Pattern>();

/** Cached by the list of secrets, which stays the same object for a credential. */
function patternOf(secrets: readonly string[]): Pattern {
	const known = patterns.get(secrets);
	if (known) return known;
	const forms = secrets.filter(({ length }) => length >= SHORTEST_SECRET).flatMap(spellingsOf);
	const unique = [...new Set(forms)].sort((a, b) => b.length - a.length);
	const literal = unique.map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
	// Without secrets, a pattern that matches nothing.
	const pattern = { forms: unique, anyForm: new RegExp(literal.join('|') || '(?!)', 'g') };
	patterns.set(secrets, pattern);
	return pattern;
}

/**
 * Takes secrets out of a value and the names of its fields, and cuts off what is nested more than 200 deep. Never throws.
 */
export function redact(value: unknown, secrets: readonly string[]): unknown {
	return runToEnd(redacted(value, secrets, new StepCounter(), 0));
}

/** The same for a large value, in slices. */
export async function redactInSlices(value: unknown, secrets: readonly string[]): Promise<unknown> {
	return await runInSlices(redacted(value, secrets, new StepCounter(), 0));
}

/** The same for text. */
export function redactText(text: string, secrets: readonly string[]): string {
	return text.replace(patternOf(secrets).anyForm, SECRET_MASK);
}

/** Characters of a text that count as one step. */
const CHARACTERS = 64;

function* redacted(
	value: unknown,
	secrets: readonly string[],
	slice: StepCounter,
	depth: number,
): InterruptibleWork<unknown> {
	if (typeof value !== 'object' || value === null) return redactedPlain(value, secrets);
	if (depth === DEEPEST) return NESTED_TOO_DEEPLY;
	const shown: unknown[] = [];
	for (const entry of Array.isArray(value) ? value : Object.values(value)) {
		if (slice.isOver(typeof entry === 'string' ? 1 + entry.length / CHARACTERS : 1)) yield;
		shown.push(
			typeof entry === 'object'
				? yield* redacted(entry, secrets, slice, depth + 1)
				: redactedPlain(entry, secrets),
		);
	}
	if (Array.isArray(value)) return shown;
	return Object.fromEntries(
		Object.keys(value).map((name, at) => [redactText(name, secrets), shown[at]]),
	);
}

const redactedPlain = (value: unknown, secrets: readonly string[]) =>
	typeof value === 'string' ? redactText(value, secrets) : value;

/**
 * Takes secrets out of a text that comes in pieces, of which only what may be the beginning of a secret is kept back.
 */
export class PieceRedactor {
	private readonly pattern: Pattern;
	private held = '';

	constructor(secrets: readonly string[]) {
		this.pattern = patternOf(secrets);
	}

	/** The redacted text that can go on; all of it with the last piece. */
	take(piece: string, isLast = false): string {
		const text = this.held + piece;
		const open = isLast ? text.length : this.openFrom(text);
		let given = '';
		let at = 0;
		for (const { 0: secret, index } of text.matchAll(this.pattern.anyForm)) {
			if (index >= open) break;
			given += text.slice(at, index) + SECRET_MASK;
			at = index + secret.length;
		}
		const cut = Math.max(at, open);
		this.held = text.slice(cut);
		return given + text.slice(at, cut);
	}

	get isHolding(): boolean {
		return this.held !== '';
	}

	/** From where a text may be the beginning of a secret; its length if nowhere. */
	private openFrom(text: string): number {
		const { forms } = this.pattern;
		const [longest = ''] = forms;
		for (let start = Math.max(0, text.length - longest.length + 1); start < text.length; start++) {
			const end = text.slice(start);
			if (forms.some((form) => form.length > end.length && form.startsWith(end))) return start;
		}
		return text.length;
	}
}
