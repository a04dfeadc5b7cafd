import { readAnswerPaths } from '../../../../../nodes/MediaGeneration/editor/fields/outputOptions';
import { readFrom, refusalOf } from '../../../../support/input';

const found = {
	'options.answerPaths': { paths: { file: 'out.0', job_id: null, status: undefined } },
};

test.each([
	['no Options', {}, {}],
	['other Options', { options: { raw: true } }, {}],
	['the Option alone', { options: { answerPaths: {} } }, {}],
	['an empty form', { options: { answerPaths: { paths: {} } } }, {}],
	[
		'paths with blanks, and some that are left empty',
		{ options: { answerPaths: { paths: { job_id: ' data.ID\n', status: '', file: '  ' } } } },
		{ job_id: 'data.ID' },
	],
	[
		'all paths',
		{ options: { answerPaths: { paths: { job_id: 'j', status: 's', file: 'f' } } } },
		{ job_id: 'j', status: 's', file: 'f' },
	],
	['a position alone', { options: { answerPaths: { paths: { file: 0 } } } }, { file: '0' }],
	['JSON', { options: { answerPaths: '{"paths":{"file":"output.uri"}}' } }, { file: 'output.uri' }],
	[
		'an expression that finds one of them',
		{ options: { answerPaths: '={{ $json.paths }}' } },
		{ file: 'out.0' },
	],
])('%s', (_, parameters, paths) => {
	expect(readFrom(readAnswerPaths, parameters, found)).toEqual(paths);
});

test.each([
	['output.0', 'Answer: Paths must be a JSON object, such as {"seed": 7} (given: output.0)'],
	[{ paths: 'output.0' }, 'Answer: Paths must be a collection of paths (given: output.0)'],
	[{ paths: { file: ['output'] } }, 'File (path) must be text (given: ["output"])'],
	[{ paths: { status: { a: 1 } } }, 'Status (path) must be text (given: {"a":1})'],
	[{ paths: { job_id: [] } }, 'Job ID (path) must be text (given: [])'],
])('%j is refused', (answerPaths, message) => {
	expect(refusalOf(readAnswerPaths, { options: { answerPaths } })).toEqual({
		message,
		description: 'Nothing was sent.',
	});
});
