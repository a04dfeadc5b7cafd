import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { MediaGeneration } from '../../../nodes/MediaGeneration/MediaGeneration.node';
import { MediaGenerationTrigger } from '../../../nodes/MediaGeneration/MediaGenerationTrigger.node';
import { IMAGE, VIDEO, modelId } from '../../support/sandbox';
import { pollNode } from '../../support/poll';
import { callBack, deliver, published, type Answered } from '../../support/deliveries';
import { badly, cell, done, finished, saidIn, type Cell, type Outcome } from '../cell';
import type { Delivery } from '../peer';
import { CALLBACK_SECRET, type World } from '../world';

const picture = { ...IMAGE, prompt: 'A red fox' };
const edit = ({ pictureUrl }: World) => ({
	resource: 'image',
	operation: 'edit',
	prompt: 'Make it blue',
	model: modelId('standard'),
	image_urls: [pictureUrl],
});
const video = { ...VIDEO, prompt: 'Waves roll in' };

const trigger = new MediaGenerationTrigger();
/** The trigger, with every kind and every end. */
const listening = (verification: 'api' | 'header') =>
	published({
		statuses: ['completed', 'failed'],
		kinds: ['image', 'studio', 'video'],
		options: { download: true },
		verification,
	});

/** Submits with a callback address, and waits for what is delivered there. */
async function deliveryOf(world: World, parameters: object): Promise<Delivery> {
	const submitted = await world.node({
		...parameters,
		waitFor: 'submit',
		callbackUrl: world.callbackUrl,
	});
	if (submitted.error) throw new Error(submitted.error.message);
	return await world.nextDelivery();
}

async function outcomeOf(
	world: World,
	{ items, status }: Answered,
	{ body }: Delivery,
	tellsCost?: boolean,
): Promise<Outcome> {
	if (!items) return { error: `answered ${status} to ${JSON.stringify(body)}`, whole: true };
	return await finished(world, items, world.lastJob(), tellsCost);
}

async function triggered(
	world: World,
	parameters: object,
	verification: 'api' | 'header',
): Promise<Outcome> {
	const delivery = await deliveryOf(world, parameters);
	const headers = { [CALLBACK_SECRET.header]: CALLBACK_SECRET.value };
	const answered = await deliver(listening(verification), trigger, world.credentials, {
		body: delivery.body,
		headers,
	});
	return await outcomeOf(world, answered, delivery, verification === 'header' ? false : undefined);
}

async function triggeredByFailure(world: World): Promise<Outcome> {
	const delivery = await deliveryOf(world, { ...video, prompt: '[fail]' });
	const { items, status } = await deliver(listening('api'), trigger, world.credentials, {
		body: delivery.body,
	});
	const json = items?.[0]?.json;
	return {
		ended: json?.status === 'failed' ? 'badly' : `answered ${status}: ${JSON.stringify(json)}`,
		id:
			json?.job_id === String(world.idOf(world.lastJob())) ? 'right' : JSON.stringify(json?.job_id),
		reason: JSON.stringify(json ?? null).includes('The generation failed')
			? 'told'
			: JSON.stringify(json),
		whole: true,
	};
}

/** Pauses the workflow, lets the job end, and wakes the workflow with what is delivered. */
async function paused(world: World, making: object): Promise<Outcome> {
	world.holdFor(Infinity);
	const additional = {
		executionId: `seed-${world.seed}`,
		webhookWaitingBaseUrl: world.callbackUrl,
	};
	const parameters = { ...making, waitFor: 'callback' } as unknown as INodeParameters;
	const items = [{ json: {} }];
	const result = await world.node(parameters, { items, additional });
	world.release();
	if (result.error || !result.run.waitTill)
		return { ...saidIn(result), woken: 'it did not pause', whole: true };
	const delivery = await world.nextDelivery();
	const execution = { parameters, items, data: result.run.data, additional };
	const answered = await callBack(execution, new MediaGeneration(), world.credentials, delivery);
	return { ...(await outcomeOf(world, answered, delivery)), woken: 'yes' };
}

async function polled(world: World): Promise<Outcome> {
	const poll = async (amount: number): Promise<INodeExecutionData[][] | null> =>
		await pollNode({ parameters: { amount }, credentials: world.credentials, staticData: {} });
	const [low, enough] = [await poll(100_000), await poll(1)];
	return {
		low: low === null ? 'not told' : 'told',
		enough: enough === null ? 'not told' : 'told',
		whole: low !== null,
	};
}

const woken = { ...done(), woken: 'yes' };
const lowTold = { low: 'told', enough: 'not told' };

/** What the service tells by itself: deliveries to the triggers and to a paused workflow. */
export const callbackCells: readonly Cell[] = [
	cell('trigger: image', 1, done(), (at) => triggered(at, picture, 'api')),
	cell('trigger: edit', 1, done(), (at) => triggered(at, edit(at), 'api')),
	cell('trigger: video', 1, done(), (at) => triggered(at, video, 'api')),
	cell('trigger: failed video', 1, badly, triggeredByFailure),
	cell('trigger: image, believed by its header', 1, done(), (at) =>
		triggered(at, picture, 'header'),
	),
	cell('trigger: video, believed by its header', 1, done(), (at) => triggered(at, video, 'header')),
	cell('trigger: low balance', 0, lowTold, polled),
	cell('pause: image', 1, woken, (at) => paused(at, picture)),
	cell('pause: edit', 1, woken, (at) => paused(at, edit(at))),
	cell('pause: video', 1, woken, (at) => paused(at, video)),
];
