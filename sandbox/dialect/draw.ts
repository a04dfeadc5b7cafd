import { createHash } from 'node:crypto';

/** Draws rows by a seed, and keeps what was drawn. */
export class Draw {
	/** The rows that were drawn, by topic, as a reader of a failing seed is told of them. */
	readonly chosen: Record<string, string> = {};

	constructor(readonly seed: number) {}

	/**
	 * One row of a table: always the same for a seed and a topic, whatever else is drawn, so that a new table
	 * leaves the rest of a seed as it was.
	 */
	row<R>(topic: string, rows: readonly R[]): R {
		if (rows.length === 0) throw new RangeError(`There is nothing to draw for ${topic}`);
		const hash = createHash('sha256').update(`${this.seed} ${topic}`).digest();
		const row = rows[hash.readUInt32BE() % rows.length] as R;
		this.chosen[topic] = typeof row === 'string' ? row : JSON.stringify(row);
		return row;
	}
}
