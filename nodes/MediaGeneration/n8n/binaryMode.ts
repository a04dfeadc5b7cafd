import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Whether the workflow's Binary Mode is "Combined". No workflow wakes from a wait for a webhook in that mode (n8n 2.40, its
 * own Wait node neither). An n8n before 2 has no such mode.
 */
export const isCombined = (context: IExecuteFunctions): boolean =>
	'getWorkflowSettings' in context && context.getWorkflowSettings().binaryMode === 'combined';
