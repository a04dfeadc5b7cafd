import type { INodeProperties } from 'n8n-workflow';
import { field, textField } from '../input/field';
import type { Input } from '../input/input';
import { jsonObject } from '../../n8n/readers';
import { dataOf, isData } from '../../support/data';
import type { JobHints } from '../../answers/job/job';
import { optionLabels } from '../../failures/labels';

const jobIdPath = textField({
	displayName: 'Job ID',
	name: 'job_id',
	type: 'string',
	default: '',
	placeholder: 'e.g. data.task.ID',
	description: 'Path to the job ID in the answer',
});

const statePath = textField({
	displayName: 'Status',
	name: 'status',
	type: 'string',
	default: '',
	placeholder: 'e.g. data.task.state',
	description: "Path to the job's status in the answer",
});

const filePath = textField({
	displayName: 'File',
	name: 'file',
	type: 'string',
	default: '',
	placeholder: 'e.g. output.0.uri',
	description: 'Path to the URL of the finished file, or to a list of URLs',
});

const answerPaths = field(
	{
		displayName: optionLabels.answerPaths,
		name: 'answerPaths',
		type: 'fixedCollection',
		placeholder: 'Add paths',
		default: {},
		options: [
			{
				displayName: 'Paths',
				name: 'paths',
				values: [filePath, jobIdPath, statePath].map(({ property }) => property),
			},
		],
		description: `Where to find the file, the job ID and the status in the service's answer, if the node does not find them by itself. Write names and positions separated by dots, such as output.0.uri. To see the answer, turn on ${optionLabels.raw}.`,
	},
	jsonObject,
);

/** The Option for answers in which the node finds nothing by itself. */
export const answerPathsOptions: INodeProperties[] = [answerPaths.property];

/** The paths in an item's Options. */
export function readAnswerPaths(input: Input): NonNullable<JobHints['paths']> {
	const { paths = {} } = input.option(answerPaths) ?? {};
	if (!isData(paths)) input.wrong(answerPaths.property.displayName, 'a collection of paths', paths);
	const given = dataOf(paths);
	const read = [jobIdPath, statePath, filePath].map(
		({ property, reader }) =>
			[
				property.name,
				input.read(`${property.displayName} (path)`, reader, given[property.name])?.trim(),
			] as const,
	);
	return Object.fromEntries(read.filter(([, path]) => path));
}
