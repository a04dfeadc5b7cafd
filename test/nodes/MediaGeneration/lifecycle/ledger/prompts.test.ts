import { DataTables } from '../../../../support/dataTable';
import { JOB, useJobService, type Reply } from '../../../../support/jobService';

const service = useJobService();
let tables: DataTables;
beforeEach(() => {
	tables = new DataTables();
});
const rows = () => tables.rowsOf('jobs');
const draw = async (prompt: string, options: object = {}, parameters: object = {}) =>
	await service.draw(
		{ prompt: '={{ $json.prompt }}', ...parameters, options: { ledger: 'jobs', ...options } },
		{ items: [{ json: { prompt } }], additional: tables.additional },
	);

const PROMPT = 'a red fox in the snow at dusk';
const NOT_KEPT = 'The service’s words are not kept, as they may quote the prompt';
const last = () => rows().at(-1);

describe('why a request failed', () => {
	const moderated: Reply = {
		status: 400,
		body: {
			error: {
				message: `"${PROMPT}" is not allowed`,
				type: 'invalid_request_error',
				code: 'moderation',
				param: 'prompt',
			},
		},
	};

	test('is told with prompts in the service’s own words, and without them by its codes', async () => {
		service.submitted = () => moderated;
		await draw(PROMPT);
		expect(last()).toMatchObject({
			state: 'failed',
			reason: 'HTTP 400, type invalid_request_error, code moderation, parameter prompt',
		});
		await draw(PROMPT, { ledgerPrompts: true });
		expect(last()).toMatchObject({
			state: 'failed',
			reason: `"${PROMPT}" is not allowed`,
			prompt: PROMPT,
		});
	});

	test('is told in this package’s own words where the service said nothing', async () => {
		service.submitted = () => ({ body: {} });
		await draw(PROMPT);
		expect(last()).toMatchObject({
			state: 'may_be_paid',
			reason:
				'The service accepted the request, but its answer contains neither a result nor a job',
		});
		service.server.answer = (request) => void request.socket.destroy();
		await draw(PROMPT);
		expect(last()?.reason).toMatch(/^The connection to 127\.0\.0\.1:\d+ broke \(ECONNRESET\)$/);
	});

	test('names the other jobs that are charged', async () => {
		service.submitted = () => ({
			body: {
				jobs: [{ job_id: JOB }, { job_id: 'job-78' }],
				status: 'failed',
				error: { message: PROMPT },
			},
		});
		await draw(PROMPT);
		expect(last()).toMatchObject({
			state: 'may_be_paid',
			reason: `${NOT_KEPT}. Accepted with it, and charged too: job-78; Get Job fetches it`,
		});
	});

	test('is told to who wants the same key', async () => {
		service.submitted = () => ({ ...moderated, status: 502 });
		await draw(PROMPT, { payOnceFor: 'order-1' });
		const { error } = await draw(PROMPT, { payOnceFor: 'order-1' });
		expect(error?.message).toBe(
			'Not sent, because "order-1" may have been paid for: HTTP 502, type invalid_request_error, code moderation, parameter prompt',
		);
	});
});
