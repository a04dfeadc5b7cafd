import type { INodeProperties } from 'n8n-workflow';
import type { JobHints } from '../../answers/job/job';
import { field, flagField, numberField, optionName, textField } from '../input/field';
import type { Input } from '../input/input';
import { optionLabels } from '../../failures/labels';
import type { OutputOptions } from '../../lifecycle/output';
import { fieldName, jsonObject, text } from '../../n8n/readers';
import { shownInNodeOnly, shownAsToolOnly } from '../../n8n/tool';
import { dataOf, isData } from '../../support/data';

const DEFAULT_FIELD = 'data';
const DEFAULT_MIB = 1024;

const download = flagField({
	...optionName('download'),
	default: true,
	displayOptions: shownInNodeOnly,
	description:
		'Whether to put the finished file into the item, for the next nodes to use. Its URL is in the item either way.',
});

const keepCopy = flagField({
	...optionName('keepCopy'),
	default: true,
	displayOptions: shownAsToolOnly,
	description:
		"Whether to give the agent a link to a copy in n8n too (copy_url), which works for a week; the service's own URL may expire sooner. Whoever opens it must be able to reach your n8n.",
});

const fileName = textField({
	...optionName('fileName'),
	default: '',
	placeholder: 'e.g. sunrise',
	displayOptions: shownInNodeOnly,
	description:
		'Name of the downloaded file, without the extension. If empty: the first words of the prompt, or else the model, and the job ID.',
});

const raw = flagField({
	...optionName('raw'),
	default: true,
	description: "Whether to add the API's own answer to the item, in the field raw",
});

/** Whether items carry the fields of their input. */
export const includeInput = flagField({
	...optionName('includeInput'),
	default: true,
	displayOptions: shownInNodeOnly,
	description:
		'Whether to add the fields of the input item to its output, failed or not, to tell which row it came from',
});

const maxFileSize = numberField({
	...optionName('maxFileSize'),
	typeOptions: { minValue: 0.001, maxValue: 1_048_576 },
	default: DEFAULT_MIB,
	displayOptions: shownInNodeOnly,
	description:
		'Larger files are not downloaded: the item fails with the job ID, or, in a trigger, comes without the file',
});

const binaryPropertyName = field(
	{
		...optionName('binaryPropertyName'),
		default: DEFAULT_FIELD,
		displayOptions: shownInNodeOnly,
		description: 'Name of the binary field to put the file in',
	},
	fieldName,
);

const inOneItem = flagField({
	...optionName('inOneItem'),
	default: true,
	description:
		'Whether a job that made several files gives one item with all of them (data, data_2 …) instead of an item for each',
});

/** The Options of every operation that gives images or videos. */
export const outputOptions = [
	inOneItem,
	download,
	fileName,
	keepCopy,
	includeInput,
	raw,
	maxFileSize,
	binaryPropertyName,
];

const LONGEST_NAME = 1_000;
const BYTES_PER_MIB = 1024 * 1024;

/** Reads the output Options. A tool gives URLs only, and a link to a copy if one is wanted. */
export function readOutputOptions(input: Input, asTool = false): OutputOptions {
	const file = input.option(download) ?? true;
	const copy = input.option(keepCopy) ?? false;
	// Only checked: it is about the input item, and not about the job.
	input.option(includeInput);
	return {
		download: asTool ? copy : file,
		...(asTool && { asLink: true }),
		binaryPropertyName: input.option(binaryPropertyName) ?? DEFAULT_FIELD,
		fileName: input.option(fileName)?.trim().slice(0, LONGEST_NAME) || undefined,
		...(input.option(inOneItem) && { inOneItem: true }),
		raw: input.option(raw) ?? false,
		maxBytes: (input.option(maxFileSize) ?? DEFAULT_MIB) * BYTES_PER_MIB,
	};
}

const paths: INodeProperties[] = [
	['File', 'file', 'output.0.uri'] as const,
	['Job ID', 'job_id', 'data.task.ID'] as const,
	['Status', 'status', 'data.task.state'] as const,
].map(([displayName, name, example]) => ({
	displayName,
	name,
	type: 'string',
	default: '',
	placeholder: `e.g. ${example}`,
}));

/** The Option for answers in which the node finds nothing by itself. */
export const answerPaths = field(
	{
		...optionName('answerPaths'),
		type: 'fixedCollection',
		placeholder: 'Add paths',
		default: {},
		options: [{ displayName: 'Paths', name: 'paths', values: paths }],
		description: `Where the file (or a list of files), the job ID and the status are in the service's answer, if the node does not find them by itself: names and positions with dots between, such as output.0.uri. ${optionLabels.raw} shows the answer.`,
	},
	jsonObject,
);

/** The paths in an item's Options. */
export function readAnswerPaths(input: Input): NonNullable<JobHints['paths']> {
	const { paths: given = {} } = input.option(answerPaths) ?? {};
	if (!isData(given)) input.wrong(answerPaths.property.displayName, 'a collection of paths', given);
	const read = paths.map(({ name, displayName }) => {
		const path = input.read(`${displayName} (path)`, text, dataOf(given)[name]);
		return [name, path?.trim()] as const;
	});
	return Object.fromEntries(read.filter(([, path]) => path));
}
