import { field, propertiesOf, textField } from '../input/field';
import type { Input } from '../input/input';
import { jsonObject } from '../../n8n/readers';
import { dataOf, isData } from '../../support/data';
import type { JobHints } from '../../answers/job/job';
import { optionLabels } from '../../failures/labels';
import { option } from './options';

const pathField = (displayName: string, name: string, example: string, description: string) =>
	textField({ displayName, name, default: '', placeholder: `e.g. ${example}`, description });

const paths = [
	pathField(
		'File',
		'file',
		'output.0.uri',
		'Path to the URL of the finished file, or to a list of URLs',
	),
	pathField('Job ID', 'job_id', 'data.task.ID', 'Path to the job ID in the answer'),
	pathField('Status', 'status', 'data.task.state', "Path to the job's status in the answer"),
];

/** The Option for answers in which the node finds nothing by itself. */
export const answerPaths = field(
	{
		...option('answerPaths'),
		type: 'fixedCollection',
		placeholder: 'Add paths',
		default: {},
		options: [{ displayName: 'Paths', name: 'paths', values: propertiesOf(...paths) }],
		description: `Where to find the file, the job ID and the status in the service's answer, if the node does not find them by itself. Write names and positions separated by dots, such as output.0.uri. To see the answer, turn on ${optionLabels.raw}.`,
	},
	jsonObject,
);

/** The paths in an item's Options. */
export function readAnswerPaths(input: Input): NonNullable<JobHints['paths']> {
	const { paths: given = {} } = input.option(answerPaths) ?? {};
	if (!isData(given)) input.wrong(answerPaths.property.displayName, 'a collection of paths', given);
	const read = paths.map(({ property: { name, displayName }, reader }) => {
		const path = input.read(`${displayName} (path)`, reader, dataOf(given)[name]);
		return [name, path?.trim()] as const;
	});
	return Object.fromEntries(read.filter(([, path]) => path));
}
