import type { INode } from 'n8n-workflow';
import type { ModelKind } from '../../../contract/catalog';
import { setNewest } from '../support/forgetOldest';

const MOST_OF_ACCOUNT = 100;
const MOST_ACCOUNTS = 1_000;

interface Noted<Entry> {
	since: number;
	entry: Entry;
}

/**
 * What this process has seen lately, for the lists of the editor, which n8n lets read neither executions nor Data Tables.
 * Only nodes with the same credential see it. It ends with the process, and what a worker has seen is the worker's.
 */
class Seen<Entry> {
	private readonly accounts = new Map<string, Map<string, Noted<Entry>>>();

	/** Takes down how a thing stands now; nodes without a credential have no account. */
	note(node: INode, id: string, entry: Entry): void {
		const account = accountOf(node);
		if (account === undefined) return;
		const known = this.accounts.get(account) ?? new Map<string, Noted<Entry>>();
		const since = known.get(id)?.since ?? Date.now();
		setNewest(known, id, { since, entry }, MOST_OF_ACCOUNT);
		setNewest(this.accounts, account, known, MOST_ACCOUNTS);
	}

	forget(node: INode, id: string): void {
		this.accounts.get(accountOf(node) ?? '')?.delete(id);
	}

	/** By ID, what was seen last first. */
	of(node: INode): Array<[string, Noted<Entry>]> {
		return [...(this.accounts.get(accountOf(node) ?? '') ?? [])].reverse();
	}
}

const accountOf = ({ credentials }: INode) => credentials?.mediaGenerationApi?.id ?? undefined;

/** A job that was submitted here, as it stood when it was last looked at. */
export interface SeenJob {
	kind: ModelKind;
	prompt?: string;
	status: string;
	/** What it has cost or can cost, in nanos, where anybody can tell. */
	cost?: bigint;
}

export const seenJobs = new Seen<SeenJob>();

/** The names of workflows whose published triggers listen here, by the trigger's address. */
export const seenTriggers = new Seen<string>();
