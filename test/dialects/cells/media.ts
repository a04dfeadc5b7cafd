import { IMAGE, VIDEO, modelId } from '../../support/sandbox';
import { badly, cell, done, failed, finished, saidIn, type Cell, type Outcome } from '../cell';
import type { World } from '../world';

/** Looks that find a job still running. */
const LOOKS = 2;
/** Seconds. The time-out only ends what is never seen to end. */
const options = { pollInterval: 0.1, timeout: 20 };

const picture = { ...IMAGE, prompt: 'A red fox', options };
const edit = (world: World, model = 'standard') => ({
	resource: 'image',
	operation: 'edit',
	prompt: 'Make it blue',
	model: modelId(model),
	image_urls: [world.pictureUrl],
	options,
});
const video = { ...VIDEO, prompt: 'Waves roll in', options };

async function made(world: World, parameters: object): Promise<Outcome> {
	const result = await world.node(parameters);
	return { ...saidIn(result), ...(await finished(world, result.items, world.lastJob())) };
}

/** Submits, and then asks by what the acceptance gave: its address where there is one, else its ID. */
async function pickedUp(
	world: World,
	parameters: { resource: string },
	by: 'address' | 'ID',
): Promise<Outcome> {
	const submitted = await world.node({
		...parameters,
		waitFor: 'submit',
		callbackUrl: world.callbackUrl,
	});
	await world.nextDelivery();
	const { job_id, status, status_url } = submitted.items[0]?.json ?? {};
	const jobId = by === 'address' ? (status_url ?? job_id) : job_id;
	if (submitted.error || jobId === undefined)
		return {
			...saidIn(submitted),
			accepted: JSON.stringify(submitted.items[0]?.json),
			whole: true,
		};
	const result = await world.node({
		resource: parameters.resource,
		operation: 'getJob',
		jobId: String(jobId),
	});
	const outcome = await finished(world, result.items, world.lastJob());
	// Whoever asks by an address, and is told no ID, cannot know any.
	const isUnknown =
		by === 'address' && !repeatsId(world) && result.items[0]?.json.job_id === undefined;
	return { ...saidIn(result), ...outcome, ...(isUnknown && { id: 'right' }), accepted: status };
}

function repeatsId(world: World): boolean {
	const { kind } = world.lastJob();
	return (
		kind === 'image' ||
		world.running.sandbox.context.dialect?.choices[kind].repeated.instead === undefined
	);
}

async function failing(world: World, parameters: object): Promise<Outcome> {
	const result = await world.node({ ...parameters, prompt: '[fail]' });
	return { hint: saidIn(result).hint, ...failed(world, result) };
}

/** Several files of which the last is not made: the others come out, and it is said why one is missing. Without a dialect all are made. */
async function inPart(world: World): Promise<Outcome> {
	const isPart = world.running.sandbox.context.dialect !== undefined;
	const parametersJson = { max_images: isPart ? 3 : 2 };
	const result = await world.node({
		...edit(world, 'sandbox-edit-sequential'),
		prompt: '[partial]',
		specifyParameters: 'json',
		parametersJson,
	});
	const outcome = await finished(world, result.items, world.lastJob());
	const missing =
		!isPart || JSON.stringify(result.items[0]?.json ?? null).includes('refused by the filter')
			? 'told'
			: JSON.stringify(result.items[0]?.json);
	return {
		...saidIn(result),
		...outcome,
		files: (outcome.files as string[]).slice(0, 2),
		missing,
		whole: result.items.length === 2,
	};
}

/** What is wrong with a request is told, wherever the service says it. */
async function refused(world: World): Promise<Outcome> {
	const result = await world.node({
		...picture,
		options: { ...options, extraBody: { image_width: 5000 } },
	});
	const said = JSON.stringify([result.error?.message, result.error?.description]);
	return { reason: /2[,]?048/.test(said) ? 'told' : said, whole: true };
}

/** A way to ask by ID alone only where a client could think of it: else by the address, which the service then gives. */
const byIdWhereUsual = (area: 'studio' | 'video', { running }: World) =>
	running.sandbox.context.dialect?.choices[area].path.usual === false ? 'address' : 'ID';

/** A failed job of an image, asked about later. */
async function failedImage(world: World): Promise<Outcome> {
	const { callbackUrl } = world;
	await world.node({ ...picture, prompt: '[fail]', waitFor: 'submit', callbackUrl });
	await world.nextDelivery();
	const { id: jobId } = world.lastJob();
	return failed(world, await world.node({ resource: 'image', operation: 'getJob', jobId }));
}

const threeFiles = (world: World) => ({
	...edit(world, 'sandbox-edit-sequential'),
	specifyParameters: 'json',
	parametersJson: { max_images: 3 },
});
const accepted = { ...done(), accepted: 'processing' };
const studio = (world: World) => byIdWhereUsual('studio', world);
const ofVideo = (world: World) => byIdWhereUsual('video', world);

/** Images, edits and videos: made, picked up later, failed. */
export const mediaCells: readonly Cell[] = [
	cell('image: generate', 1, done(), (at) => made(at, picture)),
	cell('image: submit, Get Job by address', 1, accepted, (at) => pickedUp(at, picture, 'address')),
	cell('image: submit, Get Job by ID', 1, accepted, (at) => pickedUp(at, picture, 'ID')),
	cell('image: failed job', 1, badly, failedImage),
	cell('edit', 1, done(), (at) => made(at, edit(at))),
	cell('edit: three files', 1, done(3), (at) => made(at, threeFiles(at))),
	cell('edit: three files, of which one is not made', 1, { ...done(2), missing: 'told' }, inPart),
	cell('image: refused', 0, { reason: 'told' }, refused),
	cell('edit: submit, Get Job by address', 1, accepted, (at) => pickedUp(at, edit(at), 'address')),
	cell('edit: submit, Get Job by ID', 1, accepted, (at) => pickedUp(at, edit(at), studio(at))),
	cell('video: generate', 1, done(), (at) => (at.holdFor(LOOKS), made(at, video))),
	cell('video: submit, Get Job by address', 1, accepted, (at) => pickedUp(at, video, 'address')),
	cell('video: submit, Get Job by ID', 1, accepted, (at) => pickedUp(at, video, ofVideo(at))),
	cell('video: failed job', 1, badly, (at) => failing(at, video)),
];
