import type { FunctionsBase } from 'n8n-workflow';
import { setNewest } from '../support/forgetOldest';

/** More triggers than any instance has; the one longest without a call is forgotten first. */
const MOST_TRIGGERS = 1_000;

type TriggerContext = Pick<FunctionsBase, 'getWorkflow' | 'getNode'>;

/** What this process remembers, for each trigger apart. */
export class PerTrigger<Kept> {
	private readonly kept = new Map<string, Kept>();

	/** What is remembered for the trigger that runs. */
	get(context: TriggerContext): Kept | undefined {
		return this.kept.get(keyOf(context));
	}

	/** Remembers something for the trigger that runs, in place of what was. */
	set(context: TriggerContext, value: Kept): void {
		setNewest(this.kept, keyOf(context), value, MOST_TRIGGERS);
	}
}

const keyOf = (context: TriggerContext) => `${context.getWorkflow().id} ${context.getNode().id}`;
