/** How a job is named: by its ID, else by where it is asked about, else by what it made. */
export interface JobReference {
	job_id?: string;
	status_url?: string;
	url?: string;
}

export const jobName = ({ job_id, status_url, url }: JobReference): string =>
	job_id ?? status_url ?? url ?? '';
