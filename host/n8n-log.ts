import type { Log } from './log';

/** What the nodes say in n8n's log of what has been, or may be, paid for. */
const ACCEPTED = /Media Generation accepted: (\{.*\})$/;
const STOPPED = /Stopped\. Job .*/;

interface Accepted {
	job_id?: string;
	status_url?: string;
	model?: string;
	workflow?: string;
	node?: string;
}

/** What a line of n8n's log tells a person of a job, if it tells of one. */
export function jobIn(line: string): string | undefined {
	const stopped = STOPPED.exec(line)?.[0];
	if (stopped !== undefined) return stopped;
	const accepted = parsed(ACCEPTED.exec(line)?.[1]);
	if (accepted === undefined) return undefined;
	const { job_id, status_url, model, workflow, node } = accepted;
	return `Accepted: job ${job_id ?? status_url ?? 'without an ID'} of ${model}, sent by "${node}" in "${workflow}"`;
}

function parsed(json: string | undefined): Accepted | undefined {
	try {
		return json === undefined ? undefined : (JSON.parse(json) as Accepted);
	} catch {
		return undefined;
	}
}

/** Shows those lines of n8n's log that tell of jobs. */
export function showJobs(log: Log): (line: string) => void {
	return (line) => {
		const told = jobIn(line);
		if (told !== undefined) log(`  ${told}`);
	};
}
