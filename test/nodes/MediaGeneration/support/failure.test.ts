import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { TestCredentials } from '../../../support/credentials';
import { DataTables } from '../../../support/dataTable';
import { runNode, type NodeRun } from '../../../support/engine';
import { modelId } from '../../../support/sandbox';
import { useServer } from '../../../support/server';

const server = useServer();
let tables: DataTables;
beforeEach(() => (tables = new DataTables()));

const draw = async (options: IDataObject = {}, { parameters = {}, ...run }: Partial<NodeRun> = {}) =>
	await runNode({
		parameters: { resource: 'image', operation: 'generate', prompt: 'a red fox', model: modelId('model-dev'), ...parameters, options } as INodeParameters,
		credentials: { mediaGenerationApi: { baseUrl: `${server.url}/api`, apiKey: 'some-long-key' } },
		settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		additional: tables.additional,
		...run,
	});
const answering = (status: number, body: object) => {
	server.answer = (_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
const resetting = () => {
	server.answer = (request) => request.resume().on('end', () => request.socket.resetAndDestroy());
};

describe('a failure keeps its message, also where n8n knows a code that is in it', () => {
	test('a connection that is reset: that it is not sent again, not that one can at once', async () => {
		resetting();
		const { error } = await draw();
		expect(error?.message).toMatch(/^Not sent again, because it may have been paid for: The connection to .* broke \(ECONNRESET\)$/);
		expect(error?.context?.details).toMatchObject({ may_be_paid: true });
		expect(server.requests).toHaveLength(1);
	});

	test('the same where the ledger tells it', async () => {
		resetting();
		await draw({ payOnceFor: 'order-1' });
		const { error } = await draw({ payOnceFor: 'order-1' });
		expect(error?.message).toMatch(/^Not sent, because "order-1" may have been paid for: The connection to .* broke \(ECONNRESET\)$/);
		expect(server.requests).toHaveLength(1);
	});

	test('the service’s own words', async () => {
		answering(502, { error: { message: 'upstream said ECONNREFUSED' } });
		expect((await draw()).error?.message).toBe('Not sent again, because it may have been paid for: upstream said ECONNREFUSED');
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
		jest.spyOn(credentialsHelper, 'getDecrypted').mockRejectedValue(new Error('connect ETIMEDOUT 10.0.0.1:5432'));
		const { error } = await draw({}, { additional: { credentialsHelper } });
		expect(error).toMatchObject({ name: 'NodeOperationError', message: 'connect ETIMEDOUT 10.0.0.1:5432' });
		expect(server.requests).toHaveLength(0);
	});
});
