import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { MediaGeneration } from '../../nodes/MediaGeneration/MediaGeneration.node';
import type { ErrorDetails } from '../../nodes/MediaGeneration/failures/details';
import { type RunningSandbox, type SandboxOptions } from '../../sandbox';
import { ManualClock } from '../support/manualClock';
import { clip } from '../sandbox/clip';
import { closeAll, colouredPng, ok, serve, startPeer, type Sent } from '../sandbox/support';
import { bytesOf, runNode, type NodeResult, type NodeRun } from '../support/engine';
import { credentialsOf } from '../support/sandbox';
import { names } from '../support/values';
import { rows, type RowOf, type TableName } from './rows';

export {
	answers,
	blames,
	colouredPng,
	download,
	ok,
	openAi,
	refused,
	refuses,
	send,
	serve,
	startPeer,
} from '../sandbox/support';

/** What shows that a row of the document holds; it is given a sandbox of its own. */
export type Proof = (running: RunningSandbox) => Promise<void>;

/**
 * Makes a test of every row of a table. The compiler asks for a proof of each, and the first test too.
 */
export function prove<Name extends TableName>(
	name: Name,
	proofs: Record<RowOf<Name>, Proof>,
): void {
	describe(name, () => {
		beforeEach(() => expect.hasAssertions());
		afterEach(closeAll);

		test('has a proof for every row of the document, and no other', () => {
			expect(Object.keys(proofs).sort()).toEqual([...rows[name]].sort());
		});

		test.each(Object.entries<Proof>(proofs))('%s', async (_, proof) => await proof(await serve()));
	});
}

/** The real node, run against a sandbox with the demo account's credentials or with another key or session. */
export async function node(
	running: RunningSandbox,
	parameters: object,
	who: { key?: string; session?: string } = {},
	more: Partial<NodeRun> = {},
): Promise<NodeResult> {
	return await runNode({
		parameters: parameters as INodeParameters,
		credentials: credentialsOf(running, { apiKey: who.key, session: who.session }),
		...more,
	});
}

/** The items of a run that must succeed. */
export async function items(...run: Parameters<typeof node>): Promise<IDataObject[]> {
	const { items: made, error } = await node(...run);
	expect(error?.message).toBeUndefined();
	return made.map(({ json }) => json);
}

/** The only item of a run that must succeed. */
export async function item(...run: Parameters<typeof node>): Promise<IDataObject> {
	const made = await items(...run);
	expect(made).toHaveLength(1);
	return made[0]!;
}

/** That a run makes one item, of a job that is done. */
export async function completes(...run: Parameters<typeof node>): Promise<void> {
	expect(await item(...run)).toMatchObject({ status: 'completed' });
}

/** The file that a run puts into its only item, whatever its options say of downloading. */
export async function fileOf(running: RunningSandbox, parameters: object): Promise<Buffer> {
	const { options } = parameters as { options?: object };
	const { items: made, error } = await node(running, {
		...parameters,
		options: { ...options, download: true },
	});
	expect(error?.message).toBeUndefined();
	expect(made).toHaveLength(1);
	return await bytesOf(made[0]?.binary?.data);
}

/** What a run that must fail says. */
export async function failure(
	...run: Parameters<typeof node>
): Promise<ErrorDetails & { message: string }> {
	const { error } = await node(...run);
	if (!error) throw new Error('The node did not fail');
	return { ...(error.context?.details as ErrorDetails | undefined), message: error.message };
}

/** That the node refuses to run, and its error begins with this parameter; nothing is sent. */
export async function nodeBlames(
	running: RunningSandbox,
	parameters: object,
	name: string,
): Promise<void> {
	const { length } = running.sandbox.requests;
	const { message } = await failure(running, parameters);
	expect([message, names(message, name)]).toEqual([message, true]);
	expect(running.sandbox.requests).toHaveLength(length);
}

/** An operation that makes media, by its resource and its name. */
export type MakingOperation = 'image.generate' | 'image.edit' | 'video.generate';

/** Parameters of such an operation beside its model and the model's own. */
interface MakingMore {
	prompt?: string;
	image_urls?: string[];
	waitFor?: 'result' | 'submit';
	callbackUrl?: string;
	options?: object;
}

/** Parameters of an operation that makes media, without the file itself, and without waiting for long. */
export function making(
	path: MakingOperation,
	model: string,
	values: object = {},
	more: MakingMore = {},
): object {
	const [resource, operation] = path.split('.');
	return {
		resource,
		operation,
		prompt: 'A red fox',
		...more,
		model: { __rl: true, mode: 'id', value: model },
		specifyParameters: 'json',
		parametersJson: values,
		options: { download: false, pollInterval: 0.1, ...more.options },
	};
}

/** Parameters of an operation of the API Key resource for one key. */
export function onKey(operation: string, keyId: unknown): object {
	return { resource: 'apiKey', operation, keyId: { __rl: true, mode: 'id', value: keyId } };
}

/** The resources that the node offers. */
export function offeredResources(): unknown[] {
	const picker = new MediaGeneration().description.properties.find(
		({ name }) => name === 'resource',
	);
	return (picker?.options ?? []).map((option) => ('value' in option ? option.value : undefined));
}

/** The requests that arrived, as the document writes endpoints. */
export function requestLines({ sandbox }: RunningSandbox): string[] {
	return sandbox.requests.map(({ method, path }) => `${method} ${path}`);
}

/** The body of the last POST that arrived. */
export function lastBody({ sandbox }: RunningSandbox): unknown {
	return sandbox.requests.findLast(({ method }) => method === 'POST')?.body;
}

/** A sandbox whose time stands still until the test moves it. */
export async function serveAt(
	time: string,
	options: SandboxOptions = {},
): Promise<{ running: RunningSandbox; clock: ManualClock }> {
	const clock = new ManualClock(Date.parse(time));
	return { running: await serve({ speed: 1, ...options, clock }), clock };
}

/** A callback address at which nobody listens. */
export const nobody = 'http://127.0.0.1:9/';

let sourceClip: Promise<Buffer> | undefined;

/** Addresses of a picture and of a clip of two seconds with sound, for the inputs of a request. */
export async function references(): Promise<{ image: string; video: string }> {
	const peer = await startPeer();
	sourceClip ??= clip({ seconds: 2, sound: true });
	peer.files.set('/a.png', { content: await colouredPng(64, 48, '#336699') });
	peer.files.set('/a.mp4', { content: await sourceClip });
	return { image: `${peer.url}/a.png`, video: `${peer.url}/a.mp4` };
}

/** What the account was charged, in nanos, by everything that happened in between. */
export async function chargeOf(
	running: RunningSandbox,
	work: () => Promise<unknown>,
): Promise<number> {
	const before = await ok(running, 'getBalance');
	await work();
	const after = await ok(running, 'getBalance');
	expect(after.held_nanos).toBe(0);
	return before.balance_nanos - after.balance_nanos;
}

/** Seconds, by the sandbox's clock, from the acceptance of an async request to the end of its job. */
export async function durationOf(
	endpoint: 'generateImage' | 'editImage' | 'generateVideo',
	body: object,
): Promise<number> {
	const { running, clock } = await serveAt('2025-03-01T10:00:00Z');
	const { job_id } = await ok(running, endpoint, {
		body: { ...body, callback_url: nobody },
	} satisfies Sent);
	const status = endpoint === 'generateVideo' ? 'getVideoJob' : 'getImageJob';
	for (let seconds = 0; seconds <= 600; seconds += 1) {
		if ((await ok(running, status, { params: { job_id } })).status === 'completed') return seconds;
		await clock.advance(1000);
	}
	throw new Error('The job did not end within ten minutes');
}
