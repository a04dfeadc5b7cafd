import type { IDataObject } from 'n8n-workflow';

/** How many delivered jobs a trigger remembers; the oldest is forgotten first. */
const MOST = 5000;

/**
 * The jobs that a trigger has started a workflow for. This process's memory decides between deliveries
 * that arrive at once; the workflow's static data, which n8n saves before it answers, between those
 * before and after a restart.
 */
export class SeenJobs {
	private readonly memory = new Set<string>();

	/** Whether a workflow was started for this job, as far as this process or the static data knows. */
	has(jobId: string, staticData: IDataObject): boolean {
		return this.memory.has(jobId) || listIn(staticData).includes(jobId);
	}

	/** Remembers a job, together with everything else that is known, in case another delivery's save was lost. */
	add(jobId: string, staticData: IDataObject): void {
		this.memory.add(jobId);
		const known = new Set([...listIn(staticData), ...this.memory]);
		known.delete(jobId);
		staticData.seenJobs = [...known, jobId].slice(-MOST);
		for (const oldest of this.memory) {
			if (this.memory.size <= MOST) break;
			this.memory.delete(oldest);
		}
	}
}

function listIn({ seenJobs }: IDataObject): string[] {
	return Array.isArray(seenJobs) ? (seenJobs as string[]) : [];
}
