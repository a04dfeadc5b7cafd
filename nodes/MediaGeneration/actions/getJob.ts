import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { kinds, type ModelKind } from '../../../contract/catalog';
import { showValue } from '../../../contract/catalog/rules';
import { answerPathsOptions, readAnswerPaths } from '../editor/fields/answerPaths';
import { optionsField } from '../editor/fields/options';
import { outputOptions, readOutputOptions } from '../editor/fields/outputOptions';
import { readPatience, waitOptions } from '../editor/fields/waitOptions';
import { flagField } from '../editor/input/field';
import { inputOf } from '../editor/input/input';
import { identifier, isMissing } from '../n8n/readers';
import { toItems } from '../jobs/output';
import { lookAt, waitFor, type JobAddress } from '../jobs/poll';
import { nodeFailure } from '../failures/failure';
import { isTool } from '../n8n/tool';
import { isAbsolute, onSameOrigin } from '../http/addresses';
import { baseUrlOf } from '../http/request';
import { optionLabels } from '../failures/labels';

const jobIdField: INodeProperties = {
	displayName: 'Job ID',
	name: 'jobId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 3f0c8f52-1d3a-4a57-9b0e-6f2a1c9d7e41',
	description: 'The job_id from Generate, Edit or an error. A status_url of the same service works too.',
};

const waitUntilDone = flagField({
	displayName: optionLabels.wait,
	name: 'wait',
	type: 'boolean',
	default: false,
	description: 'Whether to wait here until the job has ended, instead of checking once',
});

/** What Get Job asks for: the job, and in its options whether and how to wait. */
export const jobFields: INodeProperties[] = [jobIdField, optionsField([...outputOptions, ...answerPathsOptions, waitUntilDone.property, ...waitOptions])];

/**
 * Looks once at a job, running or ended, or waits for its end, and fetches what is finished. A job that failed is told as a
 * result, with its error: finding that out is what was asked for.
 * @throws NodeOperationError when no job is named, or the address lies on another host than the API's
 */
export async function getJob(context: IExecuteFunctions, kind: ModelKind, itemIndex: number): Promise<INodeExecutionData[]> {
	const input = inputOf(context, itemIndex);
	const given = input.given(jobIdField.name);
	const id = input.read(jobIdField.displayName, identifier, given) ?? '';
	if (isMissing(given)) input.add('Job ID is required (given: nothing)');
	const wait = input.option(waitUntilDone) ?? false;
	const patience = readPatience(input);
	const output = readOutputOptions(input, isTool(context));
	const hints = { paths: readAnswerPaths(input) };
	input.check();
	const address = await addressOf(context, kind, id, itemIndex);
	const look = wait ? await waitFor(context, address, itemIndex, { patience, hints }) : await lookAt(context, address, itemIndex, { hints });
	return await toItems(context, kind, look, output, itemIndex);
}

async function addressOf(context: IExecuteFunctions, kind: ModelKind, given: string, itemIndex: number): Promise<JobAddress> {
	if (!isAbsolute(given)) return given.startsWith('/') ? { kind, status_url: given } : { kind, job_id: given };
	if (onSameOrigin(await baseUrlOf(context, kinds[kind].statusEndpoint), given)) return { kind, status_url: given };
	throw nodeFailure(
		context.getNode(),
		`Job ID must be an ID or a status_url of the service (given: ${showValue(given)}, on another host)`,
		'The key is sent to the host of the credential’s Base URL and to no other.',
		itemIndex,
	);
}
