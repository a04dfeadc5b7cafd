import type { INode } from 'n8n-workflow';
import type { ModelKind } from '../../../contract/catalog';
import { setNewest } from '../support/forgetOldest';

/** Of all accounts together: more than anybody chooses from. */
const MOST = 10_000;

interface Noted<Entry> {
	account: string;
	id: string;
	since: number;
	entry: Entry;
}

/**
 * What this process has seen lately, for the lists of the editor, which n8n lets read neither executions nor Data Tables.
 * Only nodes with the same credential see it. It ends with the process, and what a worker has seen is the worker's.
 */
class Seen<Entry> {
	private readonly noted = new Map<string, Noted<Entry>>();

	/** Takes down how a thing stands now; nodes without a credential have no account. */
	note(node: INode, id: string, entry: Entry): void {
		const account = accountOf(node);
		if (account === undefined) return;
		const key = `${account} ${id}`;
		const since = this.noted.get(key)?.since ?? Date.now();
		setNewest(this.noted, key, { account, id, since, entry }, MOST);
	}

	forget(node: INode, id: string): void {
		this.noted.delete(`${accountOf(node)} ${id}`);
	}

	/** What was seen last comes first. */
	of(node: INode): Array<Noted<Entry>> {
		const own = accountOf(node);
		return [...this.noted.values()].filter(({ account }) => account === own).reverse();
	}
}

const accountOf = ({ credentials }: INode) => credentials?.mediaGenerationApi?.id ?? undefined;

/** A job that was submitted here, as it stood when it was last looked at. */
export interface RecentJob {
	kind: ModelKind;
	prompt?: string;
	status: string;
	/** What it has cost or can cost, in nanos, where anybody can tell. */
	cost?: bigint;
}

export const recentJobs = new Seen<RecentJob>();

/** The names of workflows whose published triggers listen here, by the trigger's address. */
export const seenTriggerWorkflows = new Seen<string>();
