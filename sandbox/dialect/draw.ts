import { createHash } from 'node:crypto';

/** One of the ways in which a thing can be said. Its name tells a reader of a failing seed what was chosen. */
export interface Row {
	name: string;
}

/** Draws rows by a seed, and keeps what was drawn. */
export class Draw {
	/** The names of the rows that were drawn, by topic. */
	readonly chosen: Record<string, string> = {};

	constructor(readonly seed: number) {}

	/**
	 * One row of a table: always the same for a seed and a topic, whatever else is drawn, so that a new table
	 * leaves the rest of a seed as it was.
	 */
	row<R extends Row>(topic: string, rows: readonly R[]): R {
		const row =
			rows[
				createHash('sha256').update(`${this.seed} ${topic}`).digest().readUInt32BE() % rows.length
			];
		if (!row) throw new RangeError(`There is nothing to draw for ${topic}`);
		this.chosen[topic] = row.name;
		return row;
	}
}
