/** Keeps the last used of what is costly to make, and makes nothing twice at the same time. */
export class Lru<Value> {
	private readonly kept = new Map<string, Promise<Value>>();

	/**
	 * @param capacity how many to keep
	 * @param dropped told of each that is kept no longer
	 */
	constructor(
		private readonly capacity: number,
		private readonly dropped: (value: Value) => void = () => {},
	) {}

	/** What is kept under a name, made if need be. What fails is not kept. */
	get(name: string, make: () => Promise<Value>): Promise<Value> {
		const value = this.kept.get(name) ?? make();
		this.kept.delete(name);
		this.kept.set(name, value);
		value.catch(() => this.kept.delete(name));
		if (this.kept.size > this.capacity) this.dropOldest();
		return value;
	}

	private dropOldest(): void {
		const [oldest] = this.kept;
		if (!oldest) return;
		this.kept.delete(oldest[0]);
		void oldest[1].then(this.dropped, () => {});
	}
}
