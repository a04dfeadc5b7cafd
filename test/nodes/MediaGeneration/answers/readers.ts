import { runToEnd } from '../../../../nodes/MediaGeneration/support/slices';
import { fallbackJobIn } from '../../../../nodes/MediaGeneration/answers/job/acceptedJob';
import {
	amountIn,
	availableIn,
	chargedIn,
} from '../../../../nodes/MediaGeneration/answers/money/amount';
import { readAnswer, tokensIn } from '../../../../nodes/MediaGeneration/answers/chat/chatAnswer';
import { failureIn } from '../../../../nodes/MediaGeneration/answers/chat/chatFailure';
import { AnswerBuilder } from '../../../../nodes/MediaGeneration/answers/chat/chatStream';
import {
	errorIfNothingElse,
	readServiceError,
} from '../../../../nodes/MediaGeneration/answers/failure/serviceError';
import {
	otherJobs,
	tellsJob,
	narrowedToJob,
} from '../../../../nodes/MediaGeneration/answers/job/ids';
import { readJob } from '../../../../nodes/MediaGeneration/answers/job/job';
import { readModelList } from '../../../../nodes/MediaGeneration/answers/list/models';
import { readPage } from '../../../../nodes/MediaGeneration/answers/list/page';
import {
	keyChoice,
	readKeyWithSecret,
	recordIn,
} from '../../../../nodes/MediaGeneration/answers/list/record';
import { readScopes } from '../../../../nodes/MediaGeneration/answers/list/scopes';
import { tokenPriceOf } from '../../../../nodes/MediaGeneration/answers/money/tokenPrice';

const fieldsOf = (body: unknown) =>
	(typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;

/** What reads answers, under a name for a test. */
export const readers: Array<[string, (body: unknown) => unknown]> = [
	['amount', (body) => [amountIn(body), chargedIn(body), availableIn(body)]],
	['answer of a chat', readAnswer],
	['chunk of a chat', (body) => new AnswerBuilder().add(body)],
	['error', readServiceError],
	['job', (body) => [readJob(body, 'image'), readJob(body, 'video')]],
	['models', (body) => runToEnd(readModelList(body))],
	['page', (body) => readPage(body, 0, { link: '<' })],
	['record', (body) => [recordIn(body, 'key'), readKeyWithSecret(body)]],
	['scopes', readScopes],
	['token price', (body) => tokenPriceOf(fieldsOf(body))],
];

/** What looks for one thing in them. */
export const finders: typeof readers = [
	[
		'acceptance',
		(body) =>
			[200, 202, 400, 500].map((status) =>
				fallbackJobIn({ status, headers: fieldsOf(body), body }, 'image'),
			),
	],
	['tokens of a chat', (body) => tokensIn(fieldsOf(body) as never)],
	['choice of a key', (body) => keyChoice(fieldsOf(body))],
	[
		'error of a chat',
		(body) => [false, true].map((hasText) => failureIn(body, { name: '', hasText })),
	],
	['error that stands alone', errorIfNothingElse],
	['record of a job', (body) => narrowedToJob(body, 'j-1')],
	['names of jobs', (body) => [otherJobs(body, 'j-1'), tellsJob(body)]],
	['page by its headers', (body) => readPage({}, 0, fieldsOf(body))],
];
