import { setNewest } from '../support/forgetOldest';

/** A set of names that forgets each after some milliseconds, and the oldest when it is full. */
export class TtlSet {
	private readonly until = new Map<string, number>();

	constructor(
		private readonly forMs: number,
		private readonly most: number,
	) {}

	has(name: string): boolean {
		return (this.until.get(name) ?? 0) > Date.now();
	}

	get count(): number {
		const now = Date.now();
		for (const [name, until] of this.until) {
			if (until > now) break;
			this.until.delete(name);
		}
		return this.until.size;
	}

	/** Adds a name, or begins its time again. */
	add(name: string): void {
		setNewest(this.until, name, Date.now() + this.forMs, this.most);
	}

	delete(name: string): void {
		this.until.delete(name);
	}
}
