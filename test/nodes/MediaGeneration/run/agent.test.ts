import {
	NodeHelpers,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeParameters,
} from 'n8n-workflow';
import { answerAgent } from '../../../../nodes/MediaGeneration/run/agent';
import type { Operation } from '../../../../nodes/MediaGeneration/run/operation';
import { MediaGeneration } from '../../../../nodes/MediaGeneration/MediaGeneration.node';
import { resources } from '../../../../nodes/MediaGeneration/actions';
import { withDetails } from '../../../../nodes/MediaGeneration/failures/details';
import { nodeFailure } from '../../../../nodes/MediaGeneration/failures/failure';
import type { FaultHook } from '../../../../sandbox';
import { runNode, type NodeRun } from '../../../support/engine';
import { CHAT, IMAGE, VIDEO, modelId, useSandbox } from '../../../support/sandbox';
import { Run } from '../../../../nodes/MediaGeneration/lifecycle/run';
import { plainNode } from '../../../support/node';
import { answerOf } from '../../../support/faults';

const sandbox = useSandbox();
beforeEach(() => {
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => jest.restoreAllMocks());

const draw = { ...IMAGE, prompt: 'a red fox' };
const call = async (parameters: object, more: Partial<NodeRun> = {}) =>
	(
		await runNode({
			parameters: parameters as INodeParameters,
			credentials: sandbox.credentials(),
			asTool: true,
			...more,
		})
	).items.map(({ json, binary }) => ({
		...json,
		...(binary && { binary }),
	})) as IDataObject[];
const everyOperation = resources.flatMap(({ value: resource, operations }) =>
	operations.map(({ value: operation }) => ({ resource, operation })),
);

/** The parameters that the editor shows of a node, or of the tool made of it. */
function shown(values: INodeParameters, asTool: boolean): string[] {
	const { description } = new MediaGeneration();
	const type = { ...description, name: asTool ? 'mediaGenerationTool' : 'mediaGeneration' };
	const node = { typeVersion: 1, parameters: values } as INode;
	const all = NodeHelpers.getNodeParameters(
		type.properties,
		values,
		true,
		false,
		node,
		type,
	) as INodeParameters;
	return type.properties
		.filter(
			(property) =>
				property.type !== 'hidden' && NodeHelpers.displayParameter(all, property, node, type),
		)
		.map(({ name }) => name);
}

test('an agent gets the URL and the price of what it made, in few words and without a file', async () => {
	const [item] = await call({ ...draw, options: { download: true } });
	expect(item).toEqual({
		job_id: expect.any(String),
		status: 'completed',
		url: expect.stringContaining('/media/'),
		model: 'model-dev',
		generation_time: expect.any(Number),
		cost_usd: 0.1,
		estimated_cost_usd: 0.1,
	});
});

describe('a failure is an answer that an agent can go on from', () => {
	test.each([
		[
			'a value',
			{ specifyParameters: 'json', parametersJson: '{"image_width": 4096}' },
			{
				error:
					'Width (image_width) must be a whole number from 256 to 2048 for model-dev (given: 4096)',
				what_to_do: 'Nothing was sent.',
			},
		],
		[
			'the model',
			{ model: modelId('dall-e-9') },
			{
				error: expect.stringContaining('dall-e-9'),
				what_to_do: expect.stringContaining('Choose a model from the list'),
				allowed: expect.arrayContaining(['model-dev', 'realism']),
			},
		],
		[
			'the ceiling',
			{ maxCostPerCall: 0.09 },
			{
				error: '1 item can cost up to $0.10, more than the Maximum Cost per Call of $0.09',
				what_to_do: 'Nothing was sent. Choose a cheaper model, or a shorter video.',
			},
		],
	])('%s', async (_, parameters, answer) => {
		const [item] = await call({ ...draw, ...parameters });
		expect(item).toEqual(answer);
	});

	test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'also with On Error %s',
		async (onError) => {
			expect(await call({ ...draw, maxCostPerCall: 0 }, { settings: { onError } })).toEqual([
				{
					error: expect.stringMatching(/more than the Maximum Cost/),
					what_to_do: expect.any(String),
				},
			]);
		},
	);
});

test('a call costs at most a dollar unless the builder says otherwise', async () => {
	const film = {
		resource: 'video',
		operation: 'generate',
		prompt: 'waves',
		model: modelId('t2v-standard'),
		options: { pollInterval: 0.01 },
	};
	expect((await call(film))[0]).toMatchObject({
		error: '1 item can cost up to $1.20, more than the Maximum Cost per Call of $1.00',
	});
	expect((await call({ ...film, maxCostPerCall: 1.2 }))[0]).toMatchObject({ status: 'completed' });
});

test('a chat as a tool says nothing to the person who chats with the agent', async () => {
	const chunks: unknown[] = [];
	const complete = CHAT;
	const [item] = await call(complete, { onChunk: (chunk) => chunks.push(chunk) });
	expect(item).toMatchObject({
		text: 'sandbox-chat-small heard: Hello',
		estimated_cost_usd: expect.any(Number),
	});
	expect(chunks).toEqual([]);
});

test('a call that failed and is made again takes up its job, and does not pay again', async () => {
	const gateway: FaultHook = ({ method }) =>
		method === 'GET' ? answerOf({ error: { message: 'not now' } }, 400) : undefined;
	const slow = { ...VIDEO, prompt: 'waves', options: { pollInterval: 0.01 } };
	const twice = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
	sandbox.fault = (request) => {
		const given = gateway(request);
		if (given) sandbox.fault = undefined;
		return given as undefined;
	};
	const [item] = await call(slow, { settings: twice });
	expect(item).toMatchObject({ status: 'completed' });
	expect(sandbox.requests('POST')).toHaveLength(1);
});

test('keys and limits are off for agents, until the builder allows them', async () => {
	const needed = { name: 'x', scopes: ['image:*'], keyId: modelId('key_1') };
	const guarded = everyOperation
		.map((entry) => ({ ...needed, ...entry }))
		.filter(({ resource, operation }) => resource === 'apiKey' || operation === 'setLimits');
	expect(guarded).toHaveLength(8);
	for (const parameters of guarded) {
		expect((await call(parameters))[0]).toMatchObject({
			error: expect.stringMatching(/ is turned off for agents$/),
		});
		expect(shown(parameters, true)).toContain('allowAsTool');
		expect(shown(parameters, false)).not.toContain('allowAsTool');
	}
	expect(sandbox.requests()).toEqual([]);
	const limits = {
		resource: 'billing',
		operation: 'setLimits',
		limits: { daily_limit_usd: 5 },
		allowAsTool: true,
	};
	expect((await call(limits))[0]).toMatchObject({ daily_limit_usd: 5 });
});

test('the tool has no fields for files, batches and pauses, and the node none for agents', () => {
	const make = { resource: 'image', operation: 'generate' };
	expect(shown(make, true)).toEqual([
		'descriptionType',
		'resource',
		'operation',
		'prompt',
		'model',
		'parameters',
		'shape',
		'waitFor',
		'specifyParameters',
		'maxCostPerCall',
		'options',
	]);
	expect(shown(make, false)).toEqual([
		'resource',
		'operation',
		'prompt',
		'model',
		'parameters',
		'shape',
		'waitFor',
		'specifyParameters',
		'options',
	]);
});

test.each(everyOperation)(
	'an agent is told what $resource $operation does',
	({ resource, operation }) => {
		const { forAgents } =
			resources
				.find(({ value }) => value === resource)
				?.operations.find(({ value }) => value === operation) ?? {};
		expect(forAgents).toMatch(/^[A-Z].{30,}\.$/);
	},
);

test('File: Keep a Copy in n8n: the agent gets a link to the stored file, or is told why there is none', async () => {
	const [item] = await call({ ...draw, options: { keepCopy: true } });
	expect(item).toMatchObject({ status: 'completed', url: expect.stringContaining('/media/') });
	expect(item?.copy_url ?? item?.note).toEqual(expect.stringMatching(/^http|no link to the copy/));
});

describe('an agent reads no more than it needs', () => {
	const node = plainNode({ type: 'mediaGenerationTool' });
	const run = new Run({ getNode: () => node } as IExecuteFunctions);
	const pairedItem = { item: 0 };

	test.each<[string, IDataObject, IDataObject]>([
		[
			'amounts once',
			{ cost_nanos: '1', cost_usd: 1, tax_nanos_per_day: '2', tax_usd_per_day: 2 },
			{ cost_usd: 1, tax_usd_per_day: 2 },
		],
		[
			'amounts that are told in one way only',
			{ cost_nanos: '1', tax_nanos_per_day: '2' },
			{ cost_nanos: '1', tax_nanos_per_day: '2' },
		],
		[
			'what only looks like an amount',
			{ a_nanoseconds: 1, a_usdeconds: 2 },
			{ a_nanoseconds: 1, a_usdeconds: 2 },
		],
		[
			'nothing of what it has asked itself',
			{ prompt: 'x', webhook_url: 'https://x/hook', url: 'https://x/1.png' },
			{ url: 'https://x/1.png' },
		],
		[
			'what is noted of it',
			{ note: 'One is missing', url: 'u' },
			{ note: 'One is missing', url: 'u' },
		],
		[
			'a job by its ID',
			{ job_id: 'a', status_url: 'https://x/1', url: 'https://x/1.png' },
			{ job_id: 'a', url: 'https://x/1.png' },
		],
		[
			'a job by its address',
			{ status_url: 'https://x/1', model: undefined },
			{ status_url: 'https://x/1' },
		],
	])('%s', async (_, json, expected) => {
		const binary = { data: { data: '', mimeType: 'image/png' } };
		expect(
			await answerAgent(run, {} as Operation, async () => [{ json, binary, pairedItem }]),
		).toStrictEqual([{ json: expected, binary, pairedItem }]);
	});

	test.each<[string, string | undefined, object, object]>([
		[
			'with what to do about it',
			'Try another.',
			{ allowed: ['a', 'b'], type: 'x' },
			{ what_to_do: 'Try another.', allowed: ['a', 'b'] },
		],
		[
			'with its job',
			undefined,
			{ job_id: 'a', status_url: 'https://x/1', url: 'https://x/1.png' },
			{ job_id: 'a', url: 'https://x/1.png' },
		],
		[
			'with the jobs that were accepted with it',
			undefined,
			{ job_id: 'a', other_job_ids: ['b', 7, 'c'] },
			{ job_id: 'a', other_job_ids: ['b', 'c'] },
		],
		[
			'with what may be there all the same',
			undefined,
			{ status_url: 'https://x/1', may_be_paid: true, may_be_made: true },
			{ status_url: 'https://x/1', may_be_paid: true, may_be_made: true },
		],
	])('a failure %s', async (_, description, details, expected) => {
		const failure = withDetails(nodeFailure({ node }, 'no', description), details);
		const answer = await answerAgent(
			run,
			{} as Operation,
			async () => await Promise.reject<never>(failure),
		);
		expect(answer).toEqual([{ json: { error: 'no', ...expected }, pairedItem }]);
		expect(Object.values(answer[0]?.json ?? {})).not.toContain(undefined);
	});
});
