import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { ModelKind } from '../../../contract/catalog';
import { readOutputOptions } from '../fields/options';
import { toItems } from '../jobs/output';
import { lookAt } from '../jobs/poll';
import { inputFailure } from '../transport/errors';

export const jobIdField: INodeProperties = {
	displayName: 'Job ID',
	name: 'jobId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 3f0c8f52-1d3a-4a57-9b0e-6f2a1c9d7e41',
	description: 'The job_id that the generation, the edit or an error gave. A status_url of the same service does as well.',
};

/**
 * Looks once at a job, running or ended, and fetches what is finished. A job that failed is told as a
 * result, with its error: finding that out is what was asked for.
 * @throws NodeOperationError when no job is named, or the address lies on another host than the API's
 */
export async function getJob(context: IExecuteFunctions, kind: ModelKind, itemIndex: number): Promise<INodeExecutionData[]> {
	const given = String(context.getNodeParameter('jobId', itemIndex, '')).trim();
	if (given === '') throw inputFailure(context.getNode(), 'Job ID is required (given: nothing)', itemIndex);
	const address = /^https?:\/\//i.test(given) ? { kind, status_url: given } : { kind, job_id: given };
	const look = await lookAt(context, address, itemIndex);
	return await toItems(context, kind, look, readOutputOptions(context, itemIndex), itemIndex);
}
