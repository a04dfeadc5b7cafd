import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../http/client';
import { forgetOldest, setNewest } from '../support/forgetOldest';
import { TtlSet } from './ttlSet';

/** n8n writes them into every execution. */
const MOST_KEPT = 2_000;
const MOST_KNOWN = 10_000;
/** 8 bytes in base64url. */
const LENGTH = 11;
/** A job whose start nobody hears of is not started again for so long, in milliseconds. */
const STARTING_MS = 3_600_000;
/** So many unknown jobs in a minute, and none is looked for: strangers must not use up what the service allows. */
export const MOST_MISSES = 100;
const MISSES_MS = 60_000;

/**
 * The jobs that a trigger has started a workflow for, as short digests. Each delivery puts this object into its static
 * data, so that the last save writes all that is known by then.
 */
export class SeenJobs {
	/** Jobs that are being given to n8n, until it has answered. */
	readonly starting = new TtlSet(STARTING_MS, MOST_KNOWN);

	/** Deliveries of jobs that the API did not know. */
	readonly misses = new TtlSet(MISSES_MS, MOST_MISSES);

	private readonly known = new Set<string>();

	private takenIn = '';

	/** Whether a workflow was started for this job, by this process or the static data. */
	has(jobId: string, staticData: IDataObject): boolean {
		this.takeIn(staticData.seenJobs);
		return this.known.has(digestOf(jobId));
	}

	/** Remembers a job in this process. */
	add(jobId: string): void {
		this.remember(digestOf(jobId));
	}

	/** Has n8n write everything with its next save. */
	keepIn(staticData: IDataObject): void {
		staticData.seenJobs = this;
	}

	toJSON(): string {
		return [...this.known].slice(-MOST_KEPT).join('');
	}

	private remember(digest: string): void {
		this.known.add(digest);
		forgetOldest(this.known, MOST_KNOWN);
	}

	/** By another process, or before a restart. */
	private takeIn(kept: unknown): void {
		if (typeof kept !== 'string' || kept === this.takenIn || kept.length > MOST_KEPT * LENGTH)
			return;
		this.takenIn = kept;
		for (let at = 0; at + LENGTH <= kept.length; at += LENGTH)
			this.remember(kept.slice(at, at + LENGTH));
	}
}

function digestOf(jobId: string): string {
	return createHash('sha256').update(jobId).digest('base64url').slice(0, LENGTH);
}

const MOST_TRIGGERS = 1_000;

/** What this process remembers, for each trigger apart. */
export class PerTrigger<Kept> {
	private readonly kept = new Map<string, Kept>();

	constructor(private readonly begin: () => Kept) {}

	of({ context, node }: Client): Kept {
		const key = `${context.getWorkflow().id} ${node.id}`;
		const known = this.kept.get(key) ?? this.begin();
		setNewest(this.kept, key, known, MOST_TRIGGERS);
		return known;
	}
}

export const triggers = new PerTrigger(() => new SeenJobs());
