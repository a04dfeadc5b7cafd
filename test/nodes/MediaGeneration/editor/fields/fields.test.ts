import { unlistedModel } from '../../../../../contract/catalog';
import { readLimit, simplifier } from '../../../../../nodes/MediaGeneration/editor/fields/list';
import {
	optionsCollection,
	textField,
} from '../../../../../nodes/MediaGeneration/editor/input/field';
import {
	readAnswerPaths,
	readOutputOptions,
} from '../../../../../nodes/MediaGeneration/editor/fields/outputOptions';
import { readPrompt } from '../../../../../nodes/MediaGeneration/editor/fields/prompt';
import {
	readWholeRunOptions,
	readDayLedger,
	readLedgerOptions,
} from '../../../../../nodes/MediaGeneration/editor/fields/runOptions';
import {
	bodyOf,
	readBodyOptions,
	readSubmitOptions,
} from '../../../../../nodes/MediaGeneration/editor/fields/submitOptions';
import {
	readCallbackUrl,
	readPatience,
	readWaitFor,
} from '../../../../../nodes/MediaGeneration/editor/fields/waitFor';
import type { Input } from '../../../../../nodes/MediaGeneration/editor/input/input';
import { readFrom, refusalOf } from '../../../../support/input';

const ofNode = {
	batch: (input: Input) => readWholeRunOptions(input, false),
	output: (input: Input) => readOutputOptions(input),
};
const ofTool = {
	batch: (input: Input) => readWholeRunOptions(input, true),
	output: (input: Input) => readOutputOptions(input, true),
};
type Row = [options: object, read: unknown];
const batch = { atOnce: 5, maxCost: undefined, checkBalance: false };
const MIB = 1_048_576;
const output = {
	download: true,
	binaryPropertyName: 'data',
	fileName: undefined,
	raw: false,
	maxBytes: 1024 * MIB,
};
const asLink = { ...output, asLink: true };
const ledger = {
	table: 'media_generation_jobs',
	days: 90,
	maxPerDay: undefined,
	prompts: false,
	key: undefined,
};
const paths = (given: object) => ({ answerPaths: { paths: given } });

describe.each<[string, (input: Input) => unknown, Row[]]>([
	[
		'the run, of a node',
		ofNode.batch,
		[
			[{}, batch],
			[
				{ concurrency: '3', maxCost: '2.5', checkBalance: 'true' },
				{ atOnce: 3, maxCost: 2.5, checkBalance: true },
			],
			[{ maxCost: 0 }, { ...batch, maxCost: 0 }],
		],
	],
	[
		'the run, of a tool, which has a limit for a call instead',
		ofTool.batch,
		[
			[{}, { ...batch, maxCost: 1 }],
			[
				{ concurrency: 'many', maxCost: 'much' },
				{ ...batch, maxCost: 1 },
			],
		],
	],
	[
		'what comes out of a node',
		ofNode.output,
		[
			[{}, output],
			[
				{ download: false, keepCopy: true },
				{ ...output, download: false },
			],
			[
				{ binaryPropertyName: ' picture ', fileName: ' sun rise ', raw: 'true', maxFileSize: 0.5 },
				{
					...output,
					binaryPropertyName: 'picture',
					fileName: 'sun rise',
					raw: true,
					maxBytes: MIB / 2,
				},
			],
			[{ binaryPropertyName: '', fileName: ' ' }, output],
		],
	],
	[
		'what comes out of a tool',
		ofTool.output,
		[
			[{ download: true }, { ...asLink, download: false }],
			[{ download: false, keepCopy: true }, asLink],
		],
	],
	[
		'where an answer has what is looked for',
		readAnswerPaths,
		[
			[{}, {}],
			[{ answerPaths: {} }, {}],
			[paths({ job_id: ' data.ID\n', status: '', file: '  ' }), { job_id: 'data.ID' }],
			[paths({ file: 0, status: 's' }), { file: '0', status: 's' }],
			[{ answerPaths: '{"paths":{"file":"output.uri"}}' }, { file: 'output.uri' }],
		],
	],
	[
		'how a request is sent',
		readSubmitOptions,
		[
			[{}, { dryRun: false, payTwice: false, timeout: undefined }],
			[
				{ dryRun: 'true', retryAmbiguous: true, requestTimeout: '0.5' },
				{ dryRun: true, payTwice: true, timeout: 500 },
			],
		],
	],
	[
		'further fields of the body',
		readBodyOptions,
		[
			[{ enable_fallback: true, extraBody: '' }, {}],
			[{ enable_fallback: 'false' }, { enable_fallback: false }],
			[{ extraBody: { model: 'other', user: 'u' } }, { model: 'other', user: 'u' }],
			[
				{ enable_fallback: false, extraBody: '{"enable_fallback":true}' },
				{ enable_fallback: true },
			],
		],
	],
	[
		'how patiently a job is waited for',
		readPatience,
		[
			[{ timeUp: 'fail' }, { givesUp: false }],
			[
				{ pollInterval: 0.01, timeout: '90' },
				{ every: 0.01, giveUpAfter: 90, givesUp: false },
			],
			[{ timeUp: 'job' }, { givesUp: true }],
		],
	],
	[
		'the ledger of an item',
		readLedgerOptions,
		[
			[{}, undefined],
			[{ ledger: '', ledgerPrompts: true, ledgerDays: 7 }, undefined],
			[{ ledger: ' my_jobs ' }, { ...ledger, table: 'my_jobs' }],
			[{ payOnceFor: ' cafe\u0301 ' }, { ...ledger, key: 'caf\u00e9' }],
			[{ payOnceFor: 1001 }, { ...ledger, key: '1001' }],
			[{ maxCostPerDay: 0 }, { ...ledger, maxPerDay: 0n }],
			[
				{
					ledger: 'my_jobs',
					ledgerPrompts: true,
					ledgerDays: '3650',
					payOnceFor: 'y'.repeat(255),
					maxCostPerDay: 0.5,
				},
				{
					table: 'my_jobs',
					days: 3650,
					maxPerDay: 500_000_000n,
					prompts: true,
					key: 'y'.repeat(255),
				},
			],
		],
	],
	[
		'the ledger of a run, which only a budget of the day needs',
		readDayLedger,
		[
			[{ ledger: 'my_jobs', payOnceFor: 'a' }, undefined],
			[
				{ ledger: 'my_jobs', ledgerDays: 7, maxCostPerDay: 2 },
				{ table: 'my_jobs', days: 7, maxPerDay: 2_000_000_000n },
			],
		],
	],
])('Options: %s', (_, reader, rows) => {
	test.each(rows)('%j', (options, read) => {
		expect(readFrom(reader, { options })).toEqual(read);
	});
});

const essential = ['e', 'd', 'c', 'z'];
const outOf = (asTool: boolean) => (input: Input) =>
	Object.entries(simplifier(input, asTool, essential)({ a: 1, b: 0, c: null, e: 'x' }));
const simplified = [
	['e', 'x'],
	['c', null],
];
const named = { output: 'selectedFields', outputFields: ' e,, b ,z,d' };

test.each<[string, (input: Input) => unknown, object, unknown]>([
	['a limit', readLimit, {}, 50],
	['a limit', readLimit, { returnAll: false, limit: '7' }, 7],
	['a limit', readLimit, { returnAll: true, limit: 'none' }, Infinity],
	['a limit for a call', ofTool.batch, { maxCostPerCall: 0.2 }, { ...batch, maxCost: 0.2 }],
	['fields of a node', outOf(false), { output: 'raw', outputFields: 'a' }, simplified],
	[
		'fields of a node',
		outOf(false),
		{ simplify: 'false' },
		Object.entries({ a: 1, b: 0, c: null, e: 'x' }),
	],
	['fields of a tool', outOf(true), { simplify: false, outputFields: 'a' }, simplified],
	[
		'fields of a tool',
		outOf(true),
		{ output: 'raw' },
		Object.entries({ a: 1, b: 0, c: null, e: 'x' }),
	],
	['fields of a tool', outOf(true), named, Object.entries({ e: 'x', b: 0 })],
	['what is waited for', readWaitFor, {}, 'result'],
	['what is waited for', readWaitFor, { waitFor: 'callback' }, 'callback'],
	['a Callback URL', readCallbackUrl, { callbackUrl: ' ' }, {}],
	[
		'a Callback URL',
		readCallbackUrl,
		{ callbackUrl: ' https://h.example/x ' },
		{ callback_url: 'https://h.example/x' },
	],
	['a prompt', readPrompt, { prompt: ' two\nlines ' }, ' two\nlines '],
	['a prompt', readPrompt, { prompt: 7 }, '7'],
	['a prompt', readPrompt, { prompt: { a: 1 } }, { a: 1 }],
])('%s: %p of %j', (_, reader, parameters, read) => {
	expect(readFrom(reader, parameters)).toEqual(read);
});

const usd = 'must be an amount in US dollars from 0 to 1,000,000,000';
const object = 'must be a JSON object';
const key =
	'Ledger: Pay Once For (Key) must be text of up to 255 characters that does not begin with =, and in which no value is missing';
const table =
	'Ledger: Keep in Data Table must be text of up to 128 characters that does not begin with =';
const body = 'Request: Extra Body Fields (JSON)';
const chosen = 'Fields must be the names of one or more fields';

test.each<[(input: Input) => unknown, object, string]>([
	[
		ofNode.batch,
		{ concurrency: 101 },
		'Request: Items at Once must be a whole number from 1 to 100 (given: 101)',
	],
	[ofNode.batch, { maxCost: -0.01 }, `Cost: Maximum (USD) ${usd} (given: -0.01)`],
	[ofNode.batch, { maxCost: '' }, `Cost: Maximum (USD) ${usd} (given: nothing)`],
	[
		ofNode.output,
		{ maxFileSize: 0 },
		'File: Maximum Size (MiB) must be a number from 0.001 to 1048576 (given: 0)',
	],
	[
		ofNode.output,
		{ binaryPropertyName: '__proto__' },
		'File: Put in Field must be the name of a field (given: __proto__)',
	],
	[ofNode.output, { fileName: {} }, 'File: Name must be text (given: {})'],
	[
		ofNode.output,
		{ keepCopy: 'some' },
		'File: Keep a Copy in n8n must be true or false (given: some)',
	],
	[
		readAnswerPaths,
		{ answerPaths: 'out.0' },
		`Answer: Paths ${object}, such as {"seed": 7} (given: out.0)`,
	],
	[
		readAnswerPaths,
		{ answerPaths: { paths: 'out.0' } },
		'Answer: Paths must be a collection of paths (given: out.0)',
	],
	[readAnswerPaths, paths({ file: ['output'] }), 'File (path) must be text (given: ["output"])'],
	[
		readBodyOptions,
		{ extraBody: { model: ' ' } },
		`model in ${body} must be the ID of a model, as text (given: nothing)`,
	],
	[
		readBodyOptions,
		{ extraBody: { model: 7 } },
		`model in ${body} must be the ID of a model, as text (given: 7)`,
	],
	[
		readBodyOptions,
		{ extraBody: { additional_settings: [1] } },
		`additional_settings in ${body} ${object} (given: [1])`,
	],
	[readBodyOptions, { extraBody: '[1]' }, `${body} ${object}, such as {"seed": 7} (given: [1])`],
	[
		readPatience,
		{ pollInterval: 0.009 },
		'Wait: Check Every (Seconds) must be a number of seconds from 0.01 to 86,400 (given: 0.009)',
	],
	[
		readPatience,
		{ timeout: 2_592_001 },
		'Wait: Give Up After (Seconds) must be a number of seconds from 0.01 to 2,592,000 (given: 2592001)',
	],
	[
		readPatience,
		{ timeUp: '' },
		'Wait: When the Time Is Up must be one of fail, job (given: nothing)',
	],
	[
		readLedgerOptions,
		{ ledger: 'x'.repeat(129) },
		`${table} (given: ${'x'.repeat(60)}… (129 characters))`,
	],
	[readLedgerOptions, { ledger: ' =jobs' }, `${table} (given:  =jobs)`],
	[readLedgerOptions, { payOnceFor: '' }, `${key} (given: nothing)`],
	[readLedgerOptions, { payOnceFor: '=1+1' }, `${key} (given: =1+1)`],
	[
		readLedgerOptions,
		{ payOnceFor: '[object Object]-cover' },
		`${key} (given: [object Object]-cover)`,
	],
	[readLedgerOptions, { payOnceFor: 'order-undefined' }, `${key} (given: order-undefined)`],
	[readLedgerOptions, { payOnceFor: '#N/A' }, `${key} (given: #N/A)`],
	[readLedgerOptions, { payOnceFor: 'order-#BEZUG!' }, `${key} (given: order-#BEZUG!)`],
	[readLedgerOptions, { payOnceFor: 'null-cover' }, `${key} (given: null-cover)`],
	[
		readLedgerOptions,
		{ ledgerDays: 3651 },
		'Ledger: Keep Rows (Days) must be a whole number from 1 to 3650 (given: 3651)',
	],
	[readLedgerOptions, { maxCostPerDay: '' }, `Cost: Maximum per Day (USD) ${usd} (given: nothing)`],
])('%# Options are refused: %j', (reader, options, message) => {
	expect(refusalOf(reader, { options })).toEqual({ message, description: 'Nothing was sent.' });
});

test.each<[(input: Input) => unknown, object, string]>([
	[ofTool.batch, { maxCostPerCall: '' }, `Maximum Cost per Call (USD) ${usd} (given: nothing)`],
	[readLimit, { limit: 0 }, 'Limit must be a whole number of at least 1 (given: 0)'],
	[readLimit, { returnAll: 'some' }, 'Return All must be true or false (given: some)'],
	[outOf(true), { output: 'selectedFields', outputFields: ' , ' }, `${chosen} (given:  , )`],
	[
		outOf(true),
		{ output: 'some' },
		'Output must be one of simplified, raw, selectedFields (given: some)',
	],
	[
		readWaitFor,
		{ waitFor: 'ever' },
		'Wait For must be one of callback, submit, result (given: ever)',
	],
	[
		readCallbackUrl,
		{ callbackUrl: 'h.example/x' },
		'Callback URL must be an http(s) URL (given: h.example/x)',
	],
])('%# parameters are refused: %j', (reader, parameters, message) => {
	expect(refusalOf(reader, parameters)).toEqual({ message, description: 'Nothing was sent.' });
});

const settingsOf = (values: object) => ({ additional_settings: values });
test.each([
	[{ prompt: 'x' }, { prompt: 'y', b: 3 }, { prompt: 'y', b: 3 }],
	[{ prompt: 'x' }, { model: 'other' }, { prompt: 'x', model: 'other' }],
	[{ seed: 1 }, { a: 1 }, { a: 1, ...settingsOf({ seed: 1 }) }],
	[
		{ seed: 1, negative_prompt: 'ink' },
		settingsOf({ seed: 2, x: 3 }),
		settingsOf({ seed: 2, negative_prompt: 'ink', x: 3 }),
	],
])('the body for the values %j with %j is %j', (values, extra, whole) => {
	expect(bodyOf(unlistedModel('video', 'm'), values, extra)).toEqual({ model: 'm', ...whole });
});

test('Options stand in alphabetical order', () => {
	const given = ['Timeout', 'Add', 'Raw'].map((displayName) =>
		textField({ displayName, name: displayName, default: '' }),
	);
	expect(optionsCollection(given).options?.map(({ name }) => name)).toEqual([
		'Add',
		'Raw',
		'Timeout',
	]);
});
