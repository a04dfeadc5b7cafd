import { finderFor, MASK } from './redact';
import type { Finder } from './secretForms';

/**
 * Takes secrets out of bytes that come in pieces, wherever a piece ends; anything else stays byte for byte. A secret holds
 * no line break, so what ends with one goes on at once, and of a line that has not ended no more than twice the longest
 * form of a secret is kept. Whatever the source fails with goes through `asFailure`.
 */
export function redactBytes(
	source: ReadableStream<Uint8Array>,
	secrets: readonly string[],
	asFailure: (error: unknown) => unknown,
): ReadableStream<Uint8Array> {
	// Each byte as one character, so that it comes out as it came in; so a secret is looked for as its bytes, too.
	const finder = finderFor(secrets.flatMap((secret) => [secret, Buffer.from(secret).toString('latin1')]));
	if (!finder) return source;
	const line = new Line(finder);
	const reader = source.getReader();
	return new ReadableStream({
		async pull(controller) {
			try {
				// A pull that gives nothing on is not repeated.
				for (let given = ''; given === '';) {
					const { value, done } = await reader.read();
					given = line.take(value === undefined ? '' : Buffer.from(value).toString('latin1'), done);
					if (given !== '') controller.enqueue(Buffer.from(given, 'latin1'));
					if (done) return controller.close();
				}
			} catch (error) {
				throw asFailure(error);
			}
		},
		cancel: async (reason) => await reader.cancel(reason),
	});
}

/** The end of what has come, where a secret may have begun. */
class Line {
	private held = '';

	constructor(private readonly finder: Finder) {}

	/** What can go on of what was held and of what comes, without secrets. */
	take(piece: string, isLast: boolean): string {
		const text = this.held + piece;
		const cut = isLast ? text.length : this.cutOf(text);
		let given = '';
		let at = 0;
		for (const { index, 0: found } of cut > 0 ? text.matchAll(this.finder.patternFor(text)) : []) {
			if (index >= cut) break;
			given += text.slice(at, index) + MASK;
			at = index + found.length;
		}
		const end = Math.max(at, cut);
		this.held = text.slice(end);
		return given + text.slice(at, end);
	}

	/** A secret that begins before it ends within the text. Long lines are cut once for each longest form, not for each piece. */
	private cutOf(text: string): number {
		const { longest } = this.finder;
		const lineStart = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
		return text.length - lineStart > 2 * longest ? text.length - longest : lineStart;
	}
}
