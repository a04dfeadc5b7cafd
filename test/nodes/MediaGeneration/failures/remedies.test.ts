import { remedyFor } from '../../../../nodes/MediaGeneration/failures/remedies';

const DEPRECATED = 'This model is no longer served';
const MODEL = 'Choose a model from the list, or check the ID you typed';
const LIMIT = 'A spend limit of the account has been reached';
const KEY = 'The API key, or for API Key operations the developer session, was not accepted';
const MONEY = 'The account has too little money for this';
const MODERATED = 'The service’s content moderation refused this';
const SCOPE = 'The API key lacks the scope for this: use a key that has it';
const EITHER = 'If the message does not say why: content moderation may have refused this';
const VALUE = 'Nothing was made and nothing was paid';
const NO_MODEL = 'The service does not have this model, or not for this';
const ID = 'Check the ID you gave, and that the Base URL';
const JOB = 'The service knows no such job: fetch images and edits with Image > Get Job';
const URL = 'Check that the Base URL';
const FILES = 'The service may not take files in the request itself';
const SIZE = 'The request is too large';
const BUSY = 'Too many requests at once';
const FAILED = 'The service failed; what you sent was not the cause';

test.each([
	[400, 'This model is DEPRECATED', DEPRECATED],
	[undefined, 'model_deprecated', DEPRECATED],
	[400, 'model_not_found', MODEL],
	[404, 'Model not found', MODEL],
	[undefined, 'model_not_found', MODEL],
	[404, 'model is not found', NO_MODEL],
	[404, 'No provider for model model-dev and task text-to-image', NO_MODEL],
	[400, '`temperature` is deprecated for this model.', VALUE],
	[400, 'The parameter quality has been deprecated', VALUE],
	[403, 'with an explicit deny in a resource-based policy', EITHER],
	[400, 'Invalid data: prompt contains a forbidden word', VALUE],
	[undefined, 'daily limit reached', LIMIT],
	[400, 'The daily limit of 5 USD', VALUE],
	[402, 'The daily limit of 5 USD', LIMIT],
	[403, 'spending_limit', LIMIT],
	[429, 'limit_reached', LIMIT],
	[401, '', KEY],
	[402, '', MONEY],
	[429, 'insufficient_quota', MONEY],
	[403, 'The balance is too low', MONEY],
	[403, 'content moderation', MODERATED],
	[403, 'NSFW', MODERATED],
	[undefined, 'safety', MODERATED],
	[403, 'missing scope', SCOPE],
	[403, 'Your IP address 1.2.3.4 is not allowed to use this API key', EITHER],
	[400, 'scope', VALUE],
	[403, '', EITHER],
	[400, '', VALUE],
	[404, '', ID],
	[404, 'There is no such job', JOB],
	[410, 'Task expired', JOB],
	[404, 'Failed to find the job', JOB],
	[404, 'Route GET:/v1/images/generations/jobs/x not found', ID],
	[405, '', URL],
	[413, '', SIZE],
	[400, 'image_urls[0] must not be a data URI', FILES],
	[429, '', BUSY],
	[500, '', FAILED],
	[503, 'safety', FAILED],
])('an answer of %s that says %j: %s', (status, words, remedy) => {
	const begins = expect.stringMatching(
		new RegExp(`^${remedy.replaceAll(/[().]/g, '\\$&')}\\b.*\\.$`),
	) as unknown;
	expect(remedyFor(status, { message: words })).toEqual(begins);
	expect(remedyFor(status, { message: 'no', type: words })).toEqual(begins);
	expect(remedyFor(status, { code: words })).toEqual(begins);
});

test.each([
	[undefined, ''],
	[undefined, 'The job failed'],
	[undefined, 'Task failed: the worker was not allowed to read it'],
	[404, 'The job failed: the prompt was refused'],
	[404, 'Task x was cancelled'],
	[410, 'This job failed and was removed'],
	[409, ''],
	[302, 'scope'],
])('where only guesses could be made, nothing is said: %s, %j', (status, message) => {
	expect(remedyFor(status, { message })).toBeUndefined();
});
