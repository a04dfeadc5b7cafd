import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeParameters,
} from 'n8n-workflow';
import { detailsOf, withDetails } from '../../../../nodes/MediaGeneration/failures/details';
import {
	apiError,
	asNodeFailure,
	nodeFailure,
} from '../../../../nodes/MediaGeneration/failures/failure';
import { TestCredentials } from '../../../support/credentials';
import { DataTables } from '../../../support/dataTable';
import { runNode, type NodeRun } from '../../../support/engine';
import { modelId } from '../../../support/sandbox';
import { useServer } from '../../../support/server';
import { Run } from '../../../../nodes/MediaGeneration/lifecycle/run';
import { plainNode } from '../../../support/node';

const server = useServer();
let tables: DataTables;
beforeEach(() => (tables = new DataTables()));

const draw = async (
	options: IDataObject = {},
	{ parameters = {}, ...run }: Partial<NodeRun> = {},
) =>
	await runNode({
		parameters: {
			resource: 'image',
			operation: 'generate',
			prompt: 'a red fox',
			model: modelId('model-dev'),
			...parameters,
			options,
		} as INodeParameters,
		credentials: { mediaGenerationApi: { baseUrl: `${server.url}/api`, apiKey: 'some-long-key' } },
		settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		additional: tables.additional,
		...run,
	});
const answering = (status: number, body: object) => {
	server.answer = (_, response) =>
		response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
const resetting = () => {
	server.answer = (request) => request.resume().on('end', () => request.socket.resetAndDestroy());
};

describe('a failure keeps its message, also where n8n knows a code that is in it', () => {
	test('a connection that is reset: that it is not sent again, not that one can at once', async () => {
		resetting();
		const { error } = await draw();
		expect(error?.message).toMatch(/^The connection to .* broke \(ECONNRESET\)\. Not sent again$/);
		expect(error?.context?.details).toMatchObject({ may_be_paid: true });
		expect(server.requests).toHaveLength(1);
	});

	test('the same where the ledger tells it', async () => {
		resetting();
		await draw({ payOnceFor: 'order-1' });
		const { error } = await draw({ payOnceFor: 'order-1' });
		expect(error?.message).toMatch(
			/^Not sent, because "order-1" may have been paid for: The connection to .* broke \(ECONNRESET\)$/,
		);
		expect(server.requests).toHaveLength(1);
	});

	test('the service’s own words', async () => {
		answering(502, { error: { message: 'upstream said ECONNREFUSED' } });
		expect((await draw()).error?.message).toBe('upstream said ECONNREFUSED. Not sent again');
	});

	test('a job that is named so, and takes too long', async () => {
		answering(200, { job_id: 'ENOENT-7', status: 'processing' });
		const { error } = await draw({ timeout: 0.01 });
		expect(error?.message).toMatch(/^Job ENOENT-7 was still running after /);
	});

	test('a value that the node refuses', async () => {
		const { error } = await draw({}, { parameters: { resource: 'EACCES' } });
		expect(error?.message).toMatch(/^Resource must be .*EACCES/);
	});

	test('what n8n says of its own database', async () => {
		tables.failure = () => 'connect ECONNREFUSED 10.0.0.1:5432';
		const { error } = await draw({ payOnceFor: 'order-1' });
		expect(error?.message).toBe('The tables could not be read: connect ECONNREFUSED 10.0.0.1:5432');
	});

	test('what n8n throws', async () => {
		const credentialsHelper = new TestCredentials({});
		jest
			.spyOn(credentialsHelper, 'getDecrypted')
			.mockRejectedValue(new Error('connect ETIMEDOUT 10.0.0.1:5432'));
		const { error } = await draw({}, { additional: { credentialsHelper } });
		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: 'connect ETIMEDOUT 10.0.0.1:5432',
		});
		expect(server.requests).toHaveLength(0);
	});
});

const node = plainNode();

test.each([
	['mediaGeneration', true, true],
	['mediaGeneration', false, false],
	['mediaGenerationTool', true, false],
	['mediaGenerationTool', false, false],
])('%s, set to continue (%p): others go on when an item fails: %p', (type, continues, expected) => {
	const context = {
		getNode: () => ({ ...node, type }),
		continueOnFail: () => continues,
	} as unknown as IExecuteFunctions;
	expect(new Run(context).goesOn).toBe(expected);
});

test.each([new NodeApiError(node, {}, { message: 'no' }), new NodeOperationError(node, 'no')])(
	'an error that n8n shows already stays as it is: %p',
	(error) => {
		expect(asNodeFailure({ node, itemIndex: 3 }, error)).toBe(error);
	},
);

test.each([
	['an error', new TypeError('read ECONNRESET'), 'read ECONNRESET'],
	['text', 'ENOENT', 'ENOENT'],
	['anything', 7, '7'],
])('%s that is thrown is shown with its words and the item', (_, thrown, message) => {
	const failure = asNodeFailure({ node, itemIndex: 3 }, thrown);
	expect(failure).toBeInstanceOf(NodeOperationError);
	expect(failure).toMatchObject({ message, node, context: { itemIndex: 3 } });
});

test('what the node finds and what the service answers are shown with what to do, and the item', () => {
	expect(nodeFailure({ node, itemIndex: 3 }, 'EACCES', 'Try another.')).toMatchObject({
		message: 'EACCES',
		description: 'Try another.',
		context: { itemIndex: 3 },
	});
	expect(apiError({ node, itemIndex: 3 }, 'EACCES', 'Try another.', 502)).toMatchObject({
		message: 'EACCES',
		description: 'Try another.',
		httpCode: '502',
		context: { itemIndex: 3 },
	});
	expect(apiError({ node }, 'no').httpCode).toBeNull();
});

test('an error says no more than a person reads, and carries no more than a run can store', () => {
	const node = plainNode();
	const text = 'x'.repeat(5_000_000);
	for (const error of [
		nodeFailure({ node }, text, text),
		apiError({ node }, text, text),
		asNodeFailure({ node }, new Error(text)),
	]) {
		withDetails(error, { partial_text: text, answer: [text], job_id: 'job-1' });
		expect(
			[error.message.length, (error.description ?? '').length].every((length) => length <= 8_001),
		).toBe(true);
		expect(detailsOf(error)).toMatchObject({
			partial_text: expect.stringMatching(/^x{100000,}…$/),
		});
		expect(JSON.stringify(error.context).length).toBeLessThan(150_000);
	}
});
