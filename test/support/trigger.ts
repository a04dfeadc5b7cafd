import { randomUUID } from 'node:crypto';
import type { INodeType } from 'n8n-workflow';
import type { FaultHook } from '../../sandbox';
import {
	deliver,
	inOtherProcess,
	published,
	type Delivery,
	type StoredWorkflow,
} from './deliveries';
import { submitElsewhere, useSandbox } from './sandbox';

const none: FaultHook = () => undefined;
const SECRET = 'sesame-open';

/** What keeps the trigger from downloading. */
export const urlsOnly = { options: { download: false } };

/** Where files would be, if anybody asked. */
export const PICTURES = 'https://h.example.com';

export const ended = { status: 'completed' };

/** A file or a job that has ended, told with an ID. */
export const resultOf = (id: string) => ({ id, ...ended, url: `${PICTURES}/${id}.png` });

/** Files with IDs of their own, which the API does not know. */
export const manyFiles = () =>
	Array.from({ length: 8 }, () => ({ ...resultOf(randomUUID()), url: `${PICTURES}/1.png` }));

const freshTrigger = () =>
	inOtherProcess((): INodeType => {
		const { MediaGenerationTrigger } = jest.requireActual<
			typeof import('../../nodes/MediaGeneration/MediaGenerationTrigger.node')
		>('../../nodes/MediaGeneration/MediaGenerationTrigger.node');
		return new MediaGenerationTrigger();
	});

/** The real trigger and a sandbox for the tests of one file; each test begins with a process that remembers nothing. */
export function useTrigger() {
	let trigger: INodeType;
	const faults = { hook: none };
	const sandbox = useSandbox({ faults: (request) => faults.hook(request) });
	const restart = () => void (trigger = freshTrigger());
	beforeEach(restart);
	afterEach(() => {
		jest.restoreAllMocks();
		faults.hook = none;
	});
	const send = async (
		stored: StoredWorkflow,
		delivery: Delivery,
		credentials = sandbox.credentials(),
	) => await deliver(stored, trigger, credentials, delivery);
	const withSecret = () => ({
		mediaGenerationApi: {
			...sandbox.credentials().mediaGenerationApi,
			callbacksCarryProof: true,
			sharedSecret: SECRET,
		},
	});
	const makeImage = async (prompt = 'x') => (await submitElsewhere(sandbox.it, { prompt })).job_id;
	return {
		sandbox,
		/** Whose `hook` the sandbox asks about each request of this test. */
		faults,
		/** The API answers as it does by itself again. */
		mend: () => void (faults.hook = none),
		/** Answers at one address of the API. */
		answering(address: string, make: () => Response): void {
			faults.hook = ({ path }) =>
				path.endsWith(address) ? { when: 'before', give: make() } : undefined;
		},
		/** Another process takes over. */
		restart,
		send,
		/** Delivers that a job has ended. */
		about: async (stored: StoredWorkflow, job_id: unknown) =>
			await send(stored, { body: { job_id, status: 'completed' } }),
		withSecret,
		/** A published workflow that takes at its word who knows the secret. */
		believing: (more: object = {}) =>
			published({
				...urlsOnly,
				verification: 'header',
				statuses: ['completed', 'failed'],
				...more,
			}),
		/** Delivers with the secret. */
		proved: async (stored: StoredWorkflow, body: unknown, more: Partial<Delivery> = {}) =>
			await send(stored, { body, headers: { 'x-callback-secret': SECRET }, ...more }, withSecret()),
		makeImage,
		makeImages: async (count: number) =>
			await Promise.all(
				Array.from({ length: count }, async (_, index) => await makeImage(`picture ${index}`)),
			),
		/** How many questions the API was asked in this test. */
		asked: () => sandbox.requests('GET').length,
	};
}
