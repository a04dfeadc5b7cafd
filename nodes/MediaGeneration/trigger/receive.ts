import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { messageOf } from '../support/data';
import { forgetCredential, withCredentialCache } from '../http/credentialCache';
import { redact } from '../http/redact';
import { bodyOf } from './body';
import { checkSecret } from './delivery';
import { jobIn } from './job';
import { handleDelivery, isListening, type Decision, type DeliveryContext } from './handleDelivery';
import { memoryOf } from './memory';
import { Rejection } from './rejection';
import { readSettings } from './settings';
import { Client } from '../http/client';

/**
 * One delivery to the trigger: checks the sender where it must prove itself, looks at the job that it tells of, and starts
 * the workflow if that has ended, passes the filters and did not start it before. Everything else is answered without
 * starting anything.
 * Follows "Events" of the API document.
 */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const client = new Client(withCredentialCache(this));
	try {
		if (!client.node.webhookId)
			throw new Rejection(401, 'The webhook URL is not a secret: this trigger has no webhook ID');
		const settings = readSettings(client);
		if (settings.trustPayload) await checkSecret(client);
		const body = await bodyOf(client);
		const told = await jobIn(
			client,
			settings.trustPayload ? await withoutSecrets(client, body) : body,
		);
		const delivery: DeliveryContext = {
			client,
			settings,
			memory: memoryOf(client),
			staticData: this.getWorkflowStaticData('node'),
		};
		return answerTo(delivery, await handleDelivery(delivery, told));
	} catch (error) {
		return refuse(client, rejectionFor(client, error));
	}
}

/** A body that is taken at its word, which becomes items. */
async function withoutSecrets(client: Client<IWebhookFunctions>, body: object): Promise<object> {
	const { secrets } = await client.credential('getImageJob');
	const hidden = redact(body, secrets);
	return typeof hidden === 'object' && hidden !== null ? hidden : {};
}

function answerTo(
	{ client, memory, staticData }: DeliveryContext,
	decision: Decision,
): IWebhookResponseData {
	if (typeof decision === 'string')
		return { webhookResponse: { received: true, [decision]: true } };
	const { id, items } = decision;
	const received = { received: true };
	if (isListening(client)) return begin(items, () => received);
	const forget = () => memory.starting.delete(id);
	// Once n8n has answered, it has started the workflow, or has failed to; a sender that hangs up gets no answer.
	client.context.getResponseObject().once('finish', forget);
	return begin(items, () => {
		forget();
		memory.seen.add(id);
		memory.seen.keepIn(staticData);
		return received;
	});
}

/**
 * Starts the workflow. n8n begins the execution, which takes the mark "changed" off the static data, then reads what
 * to answer, then saves the static data if it is marked, and then answers. So a job is remembered where n8n reads the
 * answer: one that was answered for is one that was started, and saved.
 */
function begin(items: INodeExecutionData[], response: () => object): IWebhookResponseData {
	return {
		workflowData: [items],
		get webhookResponse() {
			return response();
		},
	};
}

function refuse(
	client: Client<IWebhookFunctions>,
	{ status, message, retryAfter }: Rejection,
): IWebhookResponseData {
	if (status !== 400) forgetCredential(client.context);
	const response = client.context.getResponseObject().status(status);
	if (retryAfter) response.setHeader('Retry-After', retryAfter);
	response.json({ error: { message } });
	return { noWebhookResponse: true };
}

/** What a sender is told after a failure: that to come again, where nobody thought of it. */
function rejectionFor(client: Client<IWebhookFunctions>, failure: unknown): Rejection {
	if (failure instanceof Rejection) return failure;
	client.context.logger.error(`A delivery could not be handled: ${messageOf(failure)}`);
	return new Rejection(503, 'The delivery could not be handled; try again');
}
