import type { ModelKind } from '../../contract/catalog';
import type { Values } from '../../contract/catalog/request';
import { MEDIA_PREFIX } from '../http/prefixes';
import { fileNamesOf, type Plan } from '../media/plan';

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

/** The addresses of a job's files, of which there is at least one. */
export function filesOf({ id, plan }: Job, publicUrl: string): [string, ...string[]] {
	const [first, ...more] = fileNamesOf(id, plan).map(
		(name) => `${publicUrl}${MEDIA_PREFIX}/${name}`,
	);
	return [first!, ...more];
}

/** How long a job took, in seconds; 0 while it runs. */
export const secondsOf = ({ createdAt, completedAt }: Job): number =>
	((completedAt ?? createdAt) - createdAt) / 1000;
