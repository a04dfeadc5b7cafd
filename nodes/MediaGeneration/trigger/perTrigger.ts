import { setNewest } from '../support/forgetOldest';
import type { Client } from '../http/client';

/** More triggers than any instance has; the one longest without a call is forgotten first. */
const MOST_TRIGGERS = 1_000;

/** What this process remembers, for each trigger apart. */
export class PerTrigger<Kept> {
	private readonly kept = new Map<string, Kept>();

	/** What is remembered for the trigger that runs. */
	get(client: Client): Kept | undefined {
		return this.kept.get(keyOf(client));
	}

	/** Remembers something for the trigger that runs, in place of what was. */
	set(client: Client, value: Kept): void {
		setNewest(this.kept, keyOf(client), value, MOST_TRIGGERS);
	}
}

const keyOf = ({ context, node }: Client) => `${context.getWorkflow().id} ${node.id}`;
