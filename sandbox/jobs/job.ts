import type { ModelKind } from '../../contract/catalog';
import type { Values } from '../../contract/catalog/request';
import type { Plan } from '../media/plan';

/** Why a job failed, as its status tells it. */
interface JobError {
	message: string;
	type: string;
	code: string;
}

/** A delivery to a callback URL, and how it stands. Instants in milliseconds since the Unix epoch. */
interface Delivery {
	url: string;
	attempts: number;
	/** What came of the last attempt; nothing before the first. */
	answer?: string;
	/** When to try next; null once delivered or given up. */
	nextAt: number | null;
	outcome: 'pending' | 'delivered' | 'given up';
}

/** One generation, from its acceptance to its end. Instants in milliseconds since the Unix epoch. */
export interface Job {
	id: string;
	accountId: string;
	kind: ModelKind;
	model: string;
	/** The checked values it was submitted with. */
	values: Values;
	/** What it costs; held while it is open. */
	costNanos: bigint;
	status: 'processing' | 'completed' | 'failed';
	/** A sync job's submitter waits for the answer on the open connection. */
	mode: 'sync' | 'async';
	/** How it will end, decided when it is accepted. */
	fate: 'complete' | 'fail' | 'never';
	createdAt: number;
	dueAt: number;
	completedAt: number | null;
	error: JobError | null;
	delivery: Delivery | null;
	plan: Plan;
}
