import { setNewest } from './forgetOldest';

/** Names that are remembered for a while: no longer than a time in milliseconds, and no more than a number of them. */
export class TtlSet {
	private readonly until = new Map<string, number>();

	constructor(
		private readonly forMs: number,
		private readonly most: number,
	) {}

	has(name: string): boolean {
		return (this.until.get(name) ?? 0) > Date.now();
	}

	/** How many names are remembered; the oldest of them come first. */
	get count(): number {
		const now = Date.now();
		for (const [name, until] of this.until) {
			if (until > now) break;
			this.until.delete(name);
		}
		return this.until.size;
	}

	/** Remembers a name from now on; the oldest is forgotten first. */
	add(name: string): void {
		setNewest(this.until, name, Date.now() + this.forMs, this.most);
	}

	delete(name: string): void {
		this.until.delete(name);
	}
}
