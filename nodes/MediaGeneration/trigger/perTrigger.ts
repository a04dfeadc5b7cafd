import type { Client } from '../http/client';
import { setNewest } from '../support/forgetOldest';

/** More triggers than any instance has; the one longest without a call is forgotten first. */
const MOST_TRIGGERS = 1_000;

/** What this process remembers, for each trigger apart. */
export class PerTrigger<Kept> {
	private readonly kept = new Map<string, Kept>();

	constructor(private readonly begin: () => Kept) {}

	/** What is remembered for the trigger that runs. */
	of({ context, node }: Client): Kept {
		const key = `${context.getWorkflow().id} ${node.id}`;
		const known = this.kept.get(key) ?? this.begin();
		setNewest(this.kept, key, known, MOST_TRIGGERS);
		return known;
	}
}
