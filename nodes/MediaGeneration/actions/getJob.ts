import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { kinds, type ModelKind } from '../../../contract/catalog';
import { showValue } from '../../../contract/catalog/rules';
import { answerPathsOptions, readAnswerPaths } from '../editor/fields/answerPaths';
import { optionsField } from '../editor/fields/options';
import { outputOptions, readOutputOptions } from '../editor/fields/outputOptions';
import { waitOptions, readPatience } from '../editor/fields/waitOptions';
import { flagField } from '../editor/input/field';
import type { Input } from '../editor/input/input';
import { identifierReader, isMissing } from '../n8n/readers';
import { follow, type Patience } from '../lifecycle/follow';
import type { JobAddress } from '../lifecycle/jobAddress';
import { lookAt } from '../lifecycle/look';
import { toItems, type OutputOptions } from '../lifecycle/output';
import type { Run } from '../lifecycle/run';
import { nodeFailure } from '../failures/failure';
import { optionLabels } from '../failures/labels';
import { isAbsolute, onSameOrigin } from '../http/addresses';
import type { Operation } from '../run/operation';
import type { JobHints } from '../answers/job/job';

const jobIdField: INodeProperties = {
	displayName: 'Job ID',
	name: 'jobId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'id', value: '' },
	description: 'The job_id from Generate, Edit or an error, or a status_url of the same service',
	modes: [
		{
			displayName: 'From Recent Runs',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a job...',
			hint: 'What this n8n has submitted with this credential since its start',
			typeOptions: { searchListMethod: 'searchJobs', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3f0c8f52-1d3a-4a57-9b0e-6f2a1c9d7e41',
		},
	],
};

const waitUntilDone = flagField({
	displayName: optionLabels.wait,
	name: 'wait',
	type: 'boolean',
	default: false,
	description: 'Whether to wait here until the job has ended, instead of checking once',
});

/** The fields of Get Job. */
const jobFields: INodeProperties[] = [
	jobIdField,
	optionsField([...outputOptions, ...answerPathsOptions, waitUntilDone.property, ...waitOptions]),
];

interface JobQuery {
	id: string;
	wait: boolean;
	patience: Partial<Patience>;
	output: OutputOptions;
	hints: JobHints;
}

const jobId = identifierReader('job_id', 'jobId', 'id', 'status_url');

function readJobQuery(input: Input, { isTool }: Run): JobQuery {
	const given = input.given(jobIdField.name);
	const id = input.read(jobIdField.displayName, jobId, given) ?? '';
	if (isMissing(given)) input.add('Job ID is required (given: nothing)');
	return {
		id,
		wait: input.option(waitUntilDone) ?? false,
		patience: readPatience(input),
		output: readOutputOptions(input, isTool),
		hints: { paths: readAnswerPaths(input) },
	};
}

/**
 * Checks a job once, or waits for its end, and fetches finished files. A failed job is a result too, with its error.
 * @throws NodeOperationError for an address on another host than the API's
 */
async function performGetJob(
	run: Run,
	kind: ModelKind,
	{ id, wait, patience, output, hints }: JobQuery,
): Promise<INodeExecutionData[]> {
	const address = await addressOf(run, kind, id);
	const snapshot = wait
		? await follow(run, address, { patience, hints })
		: await lookAt(run, address, { hints });
	return await toItems(run, kind, snapshot, output);
}

/** The parts that both Get Job operations share. */
export const getJobOperation = (
	kind: ModelKind,
): Pick<Operation<JobQuery>, 'fields' | 'read' | 'perform'> => ({
	fields: jobFields,
	read: readJobQuery,
	perform: async (run, asked) => await performGetJob(run, kind, asked),
});

async function addressOf(run: Run, kind: ModelKind, given: string): Promise<JobAddress> {
	if (!isAbsolute(given))
		return given.startsWith('/') ? { kind, status_url: given } : { kind, job_id: given };
	if (onSameOrigin(await run.baseUrl(kinds[kind].statusEndpoint), given))
		return { kind, status_url: given };
	throw nodeFailure(
		run,
		`Job ID must be an ID or a status_url of the service (given: ${showValue(given)}, on another host)`,
		'The key is sent to the host of the credential’s Base URL and to no other.',
	);
}
