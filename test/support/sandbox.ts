import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import {
	startSandbox,
	type FaultHook,
	type LoggedRequest,
	type RunningSandbox,
	type SandboxOptions,
} from '../../sandbox';

/** A sandbox for the tests of one file: jobs take no time. Use inside `describe` or at the top level. */
export function useSandbox(options: SandboxOptions = {}) {
	let running: RunningSandbox;
	const faults: FaultHook = async (request) => await used.fault?.(request);
	beforeAll(async () => {
		running = await startSandbox({ speed: Infinity, faults, ...options });
	});
	afterAll(async () => await running.close());
	beforeEach(() => {
		used.fault = undefined;
		running.sandbox.clearRequests();
	});
	const used = {
		/** Asked of each request that the sandbox gets in this test. */
		fault: undefined as FaultHook | undefined,
		get it(): RunningSandbox {
			return running;
		},
		/** Credentials of the demo account, or with another key. */
		credentials: (apiKey?: string) => credentialsOf(running, { apiKey }),
		/** Requests to the API that arrived in this test, oldest first. */
		requests(method?: string): LoggedRequest[] {
			return running.sandbox.requests.filter((entry) => !method || entry.method === method);
		},
	};
	return used;
}

/** Credentials of a sandbox's demo account, or with another key or session. */
export function credentialsOf(
	running: RunningSandbox,
	{ apiKey = running.apiKey, session = running.session.value }: WhoAsks = {},
): Record<string, ICredentialDataDecryptedObject> {
	const { baseUrl } = running;
	return {
		mediaGenerationApi: { baseUrl, apiKey },
		mediaGenerationSessionApi: {
			baseUrl,
			mechanism: 'header',
			headerName: running.session.header,
			sessionToken: session,
		},
	};
}

interface WhoAsks {
	apiKey?: string | undefined;
	session?: string | undefined;
}

/** What the service answers to a request that anybody but n8n makes. */
interface Submitted {
	job_id: string;
	status_url: string;
	url: string;
}

/** Submits a job as any other client of the service does: by default an image of 256 by 256 pixels. */
export async function submitElsewhere(
	{ baseUrl, apiKey }: RunningSandbox,
	body: object = {},
	path = 'images/generations',
): Promise<Submitted> {
	const answer = await fetch(`${baseUrl}/v1/${path}`, {
		method: 'POST',
		headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
		body: JSON.stringify({
			prompt: 'x',
			...(path === 'images/generations' && { image_width: 256, image_height: 256 }),
			...body,
		}),
	});
	return (await answer.json()) as Submitted;
}

/** A chosen model as the editor saves it. */
export const modelId = (value: string): INodeParameters => ({ __rl: true, mode: 'id', value });

/** What asks for an image, beside its prompt. */
export const IMAGE = { resource: 'image', operation: 'generate', model: modelId('model-dev') };

/** What asks for a video, beside its prompt. */
export const VIDEO = { resource: 'video', operation: 'generate', model: modelId('t2v-turbo') };

/** What says something to a model of the sandbox. */
export const CHAT = {
	resource: 'chat',
	operation: 'complete',
	model: modelId('sandbox-chat-small'),
	messages: { message: [{ role: 'user', content: 'Hello' }] },
};

/** A filled-in form as the editor saves it. */
export const form = (value: Record<string, unknown>) =>
	({
		mappingMode: 'defineBelow',
		value,
		matchingColumns: [],
		schema: [],
	}) as unknown as INodeParameters;
