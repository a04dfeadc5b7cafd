import { kinds, type ModelKind } from '../../contract/catalog';
import type { Values } from '../../contract/catalog/request';
import { pathOf } from '../../contract/endpoints';
import { API_PREFIX, MEDIA_PREFIX } from '../http/prefixes';
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

/** Where a job and its results are found. */
export interface JobAddresses {
	statusUrl: string;
	/** At least one. */
	mediaUrls: readonly [string, ...string[]];
}

/** Where a job is polled and where its results lie. */
export function addressesOf(job: Job, publicUrl: string): JobAddresses {
	const at = (name: string) => `${publicUrl}${MEDIA_PREFIX}/${name}`;
	const [first, ...more] = fileNamesOf(job.id, job.plan);
	return {
		statusUrl: publicUrl + API_PREFIX + pathOf(kinds[job.kind].statusEndpoint, { job_id: job.id }),
		mediaUrls: [at(first), ...more.map(at)],
	};
}
