import { finderFor, MASK } from './redact';

/**
 * Takes secrets out of a text that comes in pieces, wherever it is cut: what may be the beginning of a secret is kept back
 * until more has come, and all else goes on at once. No more is kept than a secret can have characters.
 */
export class PieceRedactor {
	private readonly finder;
	private held = '';

	constructor(secrets: readonly string[]) {
		this.finder = finderFor(secrets);
	}

	/** What can go on of what was kept back and of what comes, without secrets; all of it with the last piece, which may be empty. */
	take(piece: string, isLast = false): string {
		if (!this.finder) return piece;
		const text = this.held + piece;
		let given = '';
		let at = 0;
		for (const { start, end, isOpen } of this.finder.find(text)) {
			if (isOpen && !isLast) break;
			given += text.slice(at, start) + MASK;
			at = end;
		}
		const cut = isLast ? text.length : this.finder.openFrom(text, at);
		this.held = text.slice(cut);
		return given + text.slice(at, cut);
	}

	/** Whether anything is kept back. */
	get isHolding(): boolean {
		return this.held !== '';
	}
}
