import { readOutputOptions } from '../../../../../nodes/MediaGeneration/editor/fields/outputOptions';
import { readFrom, refusalOf } from '../../../../support/input';

const MIB = 1_048_576;
const usual = {
	download: true,
	binaryPropertyName: 'data',
	fileName: undefined,
	raw: false,
	maxBytes: 1024 * MIB,
};

test.each([
	[{}, usual],
	[
		{ download: false, keepCopy: true },
		{ ...usual, download: false },
	],
	[
		{ binaryPropertyName: ' picture ', fileName: ' sun rise ', raw: 'true' },
		{ ...usual, binaryPropertyName: 'picture', fileName: 'sun rise', raw: true },
	],
	[{ binaryPropertyName: '', fileName: ' ' }, usual],
	[{ maxFileSize: 0.5 }, { ...usual, maxBytes: MIB / 2 }],
	[{ maxFileSize: '1048576' }, { ...usual, maxBytes: MIB * MIB }],
])('a node with %j', (options, output) => {
	expect(readFrom((input) => readOutputOptions(input), { options })).toEqual(output);
	expect(readFrom((input) => readOutputOptions(input, false), { options })).toEqual(output);
});

test.each([
	[{}, false],
	[{ download: true }, false],
	[{ download: false, keepCopy: true }, true],
])('a tool with %j gives links; whether it keeps a copy: %s', (options, download) => {
	expect(readFrom((input) => readOutputOptions(input, true), { options })).toEqual({
		...usual,
		download,
		asLink: true,
	});
});

test.each([
	[
		{ maxFileSize: 0 },
		'File: Maximum Size (MiB) must be a number from 0.001 to 1048576 (given: 0)',
	],
	[
		{ maxFileSize: 1_048_577 },
		'File: Maximum Size (MiB) must be a number from 0.001 to 1048576 (given: 1048577)',
	],
	[
		{ binaryPropertyName: '__proto__' },
		'File: Put in Field must be the name of a field (given: __proto__)',
	],
	[{ fileName: {} }, 'File: Name must be text (given: {})'],
	[{ raw: 'some' }, 'Answer: Include Raw must be true or false (given: some)'],
	[{ download: 'some' }, 'File: Download must be true or false (given: some)'],
	[{ keepCopy: 'some' }, 'File: Keep a Copy in n8n must be true or false (given: some)'],
])('%j is refused', (options, message) => {
	expect(refusalOf((input) => readOutputOptions(input), { options })).toEqual({
		message,
		description: 'Nothing was sent.',
	});
});
