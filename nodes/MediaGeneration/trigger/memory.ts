import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../http/client';
import { forgetOldest, setNewest } from '../support/forgetOldest';
import { TtlSet } from '../support/ttlSet';

/** How many jobs the static data keeps; n8n writes it into every execution too, so it must stay small. */
const MOST_KEPT = 2_000;
/** How many jobs this process knows; the oldest is forgotten first. */
const MOST_KNOWN = 10_000;
/** Characters for each job: 8 bytes in base64url. */
const LENGTH = 11;
/** How long a job whose start nobody hears of is not started again: a sender that repeats it is told to come later. In milliseconds. */
const STARTING_MS = 3_600_000;
/** After so many deliveries of unknown jobs none is looked for until a minute has passed: strangers must not use up what the service allows this account. */
export const MOST_MISSES = 100;
const MISSES_MS = 60_000;

/**
 * The jobs that a trigger has started a workflow for, told apart by a short digest, so that their IDs may be of any
 * length. One object for all deliveries of this process: each puts the object itself into its own static data, so
 * that whichever of their saves comes last writes down everything that is known by then.
 */
export class SeenJobs {
	/** Jobs whose items are being made, or were given to n8n to start the workflow with, until it has answered. */
	readonly starting = new TtlSet(STARTING_MS, MOST_KNOWN);

	/** The deliveries of jobs that the API did not know a short while ago, by number. */
	readonly misses = new TtlSet(MISSES_MS, MOST_MISSES);

	private readonly known = new Set<string>();

	private takenIn = '';

	/** Whether a workflow was started for this job, as far as this process or the static data knows. */
	has(jobId: string, staticData: IDataObject): boolean {
		this.takeIn(staticData.seenJobs);
		return this.known.has(digestOf(jobId));
	}

	/** Remembers a job in this process. */
	add(jobId: string): void {
		this.remember(digestOf(jobId));
	}

	/** Has n8n write everything into the static data with its next save. */
	keepIn(staticData: IDataObject): void {
		staticData.seenJobs = this;
	}

	/** What n8n writes: the digests of the latest jobs, one after another. */
	toJSON(): string {
		return [...this.known].slice(-MOST_KEPT).join('');
	}

	private remember(digest: string): void {
		this.known.add(digest);
		forgetOldest(this.known, MOST_KNOWN);
	}

	/** What was written before a restart, or by another process. */
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

/** What this process remembers of each trigger. */
export const triggers = new PerTrigger(() => new SeenJobs());
