import { kinds, type ModelKind } from '../../../contract/catalog';
import { showValue } from '../../../contract/catalog/rules';
import {
	answerPaths,
	outputOptions,
	readAnswerPaths,
	readOutputOptions,
} from '../editor/fields/outputOptions';
import {
	flagField,
	locatorField,
	optionName,
	optionsCollection,
	searchedBy,
} from '../editor/input/field';
import { readPatience, waitOptions } from '../editor/fields/waitFor';
import { identifierReader } from '../n8n/readers';
import { follow } from '../lifecycle/follow';
import type { JobAddress } from '../lifecycle/jobAddress';
import { lookAt } from '../lifecycle/look';
import { toItems } from '../lifecycle/output';
import type { Run } from '../lifecycle/run';
import { nodeFailure } from '../failures/failure';
import { isAbsolute, sameOriginUrl } from '../http/addresses';
import { defineOperation, type Operation } from '../run/operation';

const jobId = locatorField(
	{
		displayName: 'Job ID',
		name: 'jobId',
		required: true,
		default: { mode: 'id', value: '' },
		description: 'The job_id from Generate, Edit or an error, or a status_url of the same service',
	},
	identifierReader('job_id', 'jobId', 'id', 'status_url'),
	{
		displayName: 'From Recent Runs',
		placeholder: 'Choose a job...',
		hint: 'What this n8n has submitted with this credential since its start',
		typeOptions: searchedBy('searchJobs'),
	},
	{ placeholder: 'e.g. 3f0c8f52-1d3a-4a57-9b0e-6f2a1c9d7e41' },
);

const waitUntilDone = flagField({
	...optionName('wait'),
	default: false,
	description: 'Whether to wait here until the job has ended, instead of checking once',
});

/**
 * A Get Job: the polling of the API document. It checks a job once, or waits for its end, and fetches finished files. A failed
 * job is a result too, with its error.
 */
export const getJobOperation = (media: 'image' | 'video', what: string): Operation =>
	defineOperation({
		value: 'getJob',
		name: 'Get Job',
		action: `Get ${media === 'image' ? 'an' : 'a'} ${media} job`,
		description: `Check ${what} job, and fetch the result when it is done`,
		forAgents: `Tells how the making of ${what} stands: status, the url once it is completed, and the error if it failed. Costs nothing. Give the job_id of an earlier answer.`,
		fields: [
			jobId,
			optionsCollection([...outputOptions, answerPaths, waitUntilDone, ...waitOptions]),
		],
		read: (input, { isTool }) => ({
			id: input.parameter(jobId) ?? '',
			wait: input.option(waitUntilDone) ?? false,
			patience: readPatience(input),
			output: readOutputOptions(input, isTool),
			hints: { paths: readAnswerPaths(input) },
		}),
		perform: async (run, { id, wait, patience, output, hints }) => {
			const address = await addressOf(run, media, id);
			const snapshot = wait
				? await follow(run, address, { patience, hints })
				: await lookAt(run, address, { hints });
			return await toItems(run, media, snapshot, output);
		},
	});

/** @throws NodeOperationError for an address on another host than the API's */
async function addressOf(run: Run, kind: ModelKind, given: string): Promise<JobAddress> {
	if (!isAbsolute(given))
		return given.startsWith('/') ? { kind, status_url: given } : { kind, job_id: given };
	if (sameOriginUrl(await run.baseUrl(kinds[kind].statusEndpoint), given))
		return { kind, status_url: given };
	throw nodeFailure(
		run,
		`Job ID must be an ID or a status_url of the service (given: ${showValue(given)}, on another host)`,
		'The key is sent to the host of the credential’s Base URL and to no other.',
	);
}
