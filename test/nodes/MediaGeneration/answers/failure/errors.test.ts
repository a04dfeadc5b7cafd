import {
	errorPlaces,
	findErrors,
	isBadCode,
	isNothing,
} from '../../../../../nodes/MediaGeneration/answers/failure/errors';
import { readJob } from '../../../../../nodes/MediaGeneration/answers/job/job';
import { readServiceError } from '../../../../../nodes/MediaGeneration/answers/failure/serviceError';
import { walk, type Place } from '../../../../../nodes/MediaGeneration/answers/core/walk';

const pathOf = ({ key, parent }: Place): string =>
	parent?.parent ? `${pathOf(parent)}.${key}` : key;

/** Each error's place, and what is known of it: `sure`, `ofPart`, `listed`, `afterwards`. */
function errorsIn(body: unknown): Array<[path: string, ...known: string[]]> {
	return findErrors(walk(body)).map(({ place, ...known }) => [
		pathOf(place),
		...Object.entries(known).flatMap(([name, is]) => (is ? [name] : [])),
	]);
}

test.each<[string, unknown, ReturnType<typeof errorsIn>]>([
	['a text', { error: 'x' }, [['error', 'sure']]],
	['a flag', { error: true }, [['error', 'sure']]],
	[
		'a sure one after a number',
		{ a: { error: 5 }, b: { error: 'x' } },
		[['b.error', 'sure'], ['a.error']],
	],
	['a list of texts', { errors: ['x'] }, [['errors', 'sure', 'listed']]],
	[
		'those of several entries',
		{ list: [{ error: 'x' }, { error: 'y' }] },
		[
			['list.0.error', 'sure', 'ofPart'],
			['list.1.error', 'sure', 'ofPart'],
		],
	],
	['one within another', { error: { error: 'x', detail: { error: 'y' } } }, [['error', 'sure']]],
	['an object with a text', { error: { x: 'no' } }, [['error', 'sure']]],
	['an object with a code', { error: { sub_code: 5 } }, [['error', 'sure']]],
	['an object with a code deeper', { error: { x: { code: 5 } } }, [['error', 'sure']]],
	['an object with a code that says that all is well', { error: { code: 0, message: 'fine' } }, []],
	[
		'an object with such a code deeper',
		{ error: { x: { code: 0 }, message: 'bad' } },
		[['error', 'sure']],
	],
	[
		'an object with a code of another name',
		{ error: { error_code: 0, message: 'bad' } },
		[['error', 'sure']],
	],
	['nothing', { error: null, errors: [], failure: {}, exception: 'none' }, []],
	['an echo', { input: { error: 'x' } }, []],
	['what is beside the job', { usage: { error: 'x' } }, []],
	['a step', { logs: { error: 'x' } }, []],
	['who is told', { webhook_error: 'x', notification_failure: 'x', email_failed: true }, []],
	['a time', { failed_at: '2026-01-02T03:04:05Z', error: 'x' }, [['error', 'sure'], ['failed_at']]],
	['a count', { error_count: 5 }, []],
	['a reason for a block', { block_reason: 'SAFETY' }, [['block_reason', 'sure']]],
	['a block without a reason', { block: 'x' }, []],
	['a reason for nothing', { reason: 'x' }, []],
	[
		'a state’s message of failure',
		{ status_message: 'failed badly' },
		[['status_message', 'sure']],
	],
	['a state’s error', { status_error: 'x' }, [['status_error', 'sure']]],
	...['accepted', 'Request accepted', 'No error occurred', '操作成功', 'fine'].map(
		(text): [string, unknown, ReturnType<typeof errorsIn>] => [
			`"${text}" beside an error’s code of 0`,
			[
				{ err_code: 0, err_msg: text },
				{ errno: 0, errmsg: text },
				{ ErrCode: '0', ErrMsg: text },
				{ error_no: 0, error: text },
				{ errCode: '0000', errMsg: text },
				{ error_code: '0x0', error_message: text },
			],
			[],
		],
	),
	[
		'a failure beside an error’s code of 0',
		{ err_code: 0, err_msg: 'It failed' },
		[['err_msg', 'sure']],
	],
	[
		'a text beside another code',
		{ err_code: 5, err_msg: 'accepted' },
		[['err_msg', 'sure'], ['err_code']],
	],
	['a text beside the answer’s own code', { code: 0, err_msg: 'Too large' }, [['err_msg', 'sure']]],
	[
		'an object with a good code and a failure',
		{ error: { code: 0, message: 'It failed' } },
		[['error', 'sure']],
	],
	[
		'an object with a number that some use for success',
		{ error: { code: 201, message: 'Out of memory' } },
		[['error', 'sure']],
	],
	...[
		'No issues found',
		'clean',
		'no policy violation',
		{ label: 'safe', score: 0.1 },
		{ provider: 'p', flagged: false },
		{ verdict: 'pass' },
	].flatMap((value) =>
		['message', 'reason', 'details', 'info'].map(
			(name): [string, unknown, ReturnType<typeof errorsIn>] => [
				`moderation that passed: ${name} ${JSON.stringify(value)}`,
				{ [`moderation_${name}`]: value },
				[],
			],
		),
	),
	[
		'moderation that did not pass',
		{ moderation_reason: 'Blocked: nudity' },
		[['moderation_reason', 'sure']],
	],
	[
		'settings',
		{
			fail_fast: true,
			failure_mode: 'strict',
			error_correction: 'high',
			failure_strategy: 'retry',
			error_diffusion: true,
		},
		[],
	],
])('errors in an answer: %s', (_, body, errors) => {
	expect(errorsIn(body)).toEqual(errors);
});

test('many errors of one answer, and many parts of one error, are looked at to some number', () => {
	const many = (count: number, of: (at: number) => object) =>
		Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, of(at)]));
	expect(errorsIn(many(51, () => ({ error: 'x' })))).toHaveLength(50);
	expect(errorsIn({ error: { ...many(498, () => ({})), message: 'x' } })).toEqual([
		['error', 'sure'],
	]);
	expect(errorsIn({ error: { ...many(499, () => ({})), message: 'x' } })).toEqual([]);
	const beside = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`b${at}`, at]));
	const [found] = findErrors(walk({ error: 'x', ...beside }));
	expect(errorPlaces(found?.place as Place).map(({ key }) => key)).toEqual([
		'error',
		...Object.keys(beside).slice(0, 500),
	]);
});

test.each<[string, object, string[]]>([
	[
		'a plain value and what stands beside it',
		{ error: 'x', code: 7, data: { a: 1 } },
		['error', 'code'],
	],
	[
		'an object and what is in it',
		{ error: { message: 'x', detail: { a: 1 } }, code: 7 },
		['error', 'error.message', 'error.detail', 'error.detail.a'],
	],
])('an error has its parts: %s', (_, body, parts) => {
	const [found] = findErrors(walk(body));
	expect(errorPlaces(found?.place as Place).map(pathOf)).toEqual(parts);
});

test.each([
	null,
	undefined,
	false,
	0,
	100,
	200,
	20000,
	'',
	' ',
	'0',
	'00000',
	'-0',
	'0.00',
	'0x00',
	'n/a',
	'-',
	'None',
	' OK ',
	'no errors',
	'No_Error',
	'completed',
	[],
	{},
])('%j is no error', (value) => {
	expect(isNothing(value)).toBe(true);
});

test.each([
	'No GPU available',
	'No workers available',
	'Account closed',
	'This model is no longer available',
	'Model not yet available',
	'Model is not currently available',
	'Not enough credits available',
	'Nothing was generated',
	'No image was generated',
	'Image could not be processed',
	'The URL must be publicly available',
	'image_urls must be saved as PNG',
	'Video must be uploaded first',
	'Job already completed',
])('"%s" is an error', (text) => {
	expect(isNothing(text)).toBe(false);
	expect(readServiceError({ error: { message: text, param: 'model', code: 'x' } })).toMatchObject({
		message: text,
		param: 'model',
		code: 'x',
	});
	expect(readJob({ job_id: 'j-1', error: text }, 'image')).toMatchObject({
		status: 'failed',
		error: { message: text },
	});
	expect(
		readJob({ job_id: 'j-1', status: 'failed', failure_reason: text }, 'image').error?.message,
	).toBe(text);
});

test.each([
	true,
	1,
	2,
	-1,
	'1',
	'0001',
	'0x1',
	'0.',
	'x',
	'not completed',
	'all is done',
	[0],
	{ a: 0 },
])('%j is an error', (value) => {
	expect(isNothing(value)).toBe(false);
});

test.each([
	{ code: 400, msg: 'x' },
	{ code: 40003, msg: 'x' },
	{ code: -1, msg: 'x' },
	{ code: 1, msg: 'failed' },
	{ code: 402, msg: 'x', data: null, list: [], more: {} },
	{ code: 402, msg: 'x', error: { a: 'b' } },
	{ retcode: 402, description: 'x' },
	{ status_code: 402, title: 'x' },
	{ status: 402, detail: 'x' },
	{ code: 'InvalidParameter', message: 'x' },
	{ code: 'Throttling.RateQuota', message: 'x' },
	{ code: 'TooManyRequests', message: 'failed' },
	{ error_code: 'access_denied', message: 'queued' },
])('a code of failure: %j', (body) => {
	expect(walk(body).places.filter(isBadCode)).toHaveLength(1);
});

test.each([
	402,
	{ code: 402 },
	{ code: 402, msg: 'x', data: { a: 1 } },
	{ code: 402, msg: 'success' },
	{ code: 0, msg: 'failed' },
	{ code: 200, msg: 'failed' },
	{ code: 0, msg: 'x' },
	{ code: 10000, msg: 'x' },
	{ code: '1234567890', msg: 'x' },
	{ country_code: 402, msg: 'x' },
	[402, { msg: 'x' }],
	{ code: 'InvalidParameter' },
	{ code: 'InvalidParameter', message: 'x', data: { a: 1 } },
	{ code: 'SUBMITTED', message: 'x' },
	{ code: 'review_required', message: 'queued' },
	{ ret: 'InvalidParameter', message: 'x' },
])('no code of failure: %j', (body) => {
	expect(walk(body).places.filter(isBadCode)).toEqual([]);
});
