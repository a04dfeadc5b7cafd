import type { INodeExecutionData } from 'n8n-workflow';

/** What is to be done about a job: start the workflow with its items, or nothing. */
export type Decision = { id: string; items: INodeExecutionData[] } | 'duplicate' | 'ignored';
