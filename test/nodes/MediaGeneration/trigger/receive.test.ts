import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { published } from '../../../support/deliveries';
import { gate } from '../../../support/gate';
import { PICTURES, urlsOnly, useTrigger } from '../../../support/trigger';
import { answerOf } from '../../../support/faults';

const { sandbox, faults, mend, restart, send, about, believing, proved, makeImage, makeImages } =
	useTrigger();

test('a job starts the workflow once, and every job that was answered for is known after a crash', async () => {
	const stored = published(urlsOnly);
	const jobs = await makeImages(12);
	for (const job of jobs.slice(0, 3))
		expect((await about(stored, job)).items).toMatchObject([
			{ json: { job_id: job, status: 'completed' } },
		]);
	const answers = await Promise.all(jobs.slice(3).map(async (job) => await about(stored, job)));
	expect(answers.map(({ status, items }) => [status, items?.length])).toEqual(
		answers.map(() => [200, 1]),
	);
	restart();
	for (const job of jobs)
		expect(await about(stored, job)).toMatchObject({
			status: 200,
			body: { duplicate: true },
			items: undefined,
		});
});

test('deliveries that began before others were saved do not take them away', async () => {
	const stored = published(urlsOnly);
	const [first, second, third] = (await makeImages(3)) as [string, string, string];
	await about(stored, first);
	const { pass, reached: held, letGo } = gate();
	faults.hook = async ({ path }) => {
		if (!path.includes(second)) return undefined;
		await pass();
		return undefined;
	};
	const slow = about(stored, second);
	await held;
	await about(stored, third);
	letGo();
	await slow;
	restart();
	for (const job of [first, second, third])
		expect((await about(stored, job)).items).toBeUndefined();
});

test('the same job at once: one starts, the others are told to come again, or that it has', async () => {
	const stored = published(urlsOnly);
	const job = await makeImage();
	const answers = await Promise.all(
		Array.from({ length: 10 }, async () => await about(stored, job)),
	);
	expect(answers.filter(({ items }) => items)).toHaveLength(1);
	const others = answers.filter(({ items }) => !items);
	for (const { status, body } of others)
		expect([503, { received: true, duplicate: true }]).toContainEqual(status === 503 ? 503 : body);
	expect(await about(stored, job)).toMatchObject({
		status: 200,
		body: { duplicate: true },
		items: undefined,
	});
});

test('nothing is told to be done before n8n has saved it: where n8n fails to start it with the first delivery, the second does', async () => {
	const stored = published(urlsOnly);
	const body = { job_id: await makeImage() };
	const { pass, reached: asking, letGo } = gate();
	faults.hook = async () => {
		await pass();
		return undefined;
	};
	const first = send(stored, { body, startFails: 'told' });
	await asking;
	const second = send(stored, { body });
	letGo();
	expect((await first).status).toBe(500);
	expect((await second).items).toHaveLength(1);
	expect(await send(stored, { body })).toMatchObject({
		body: { duplicate: true },
		items: undefined,
	});
});

test('a delivery that tells of the same job twice starts it once', async () => {
	const stored = published(urlsOnly);
	const job_id = await makeImage();
	const { status, items } = await send(stored, {
		body: {
			jobs: [
				{ job_id, part: 1 },
				{ job_id: job_id.toUpperCase(), part: 2 },
			],
			job_id: job_id.toUpperCase(),
		},
	});
	expect([status, items?.length]).toEqual([200, 1]);
});

test('nobody knows whether n8n goes on to start the workflow: the job is not started a second time beside it', async () => {
	const stored = published(urlsOnly);
	const body = { job_id: await makeImage() };
	expect(await send(stored, { body, startFails: 'untold' })).toMatchObject({ status: 500 });
	expect(await send(stored, { body })).toMatchObject({
		status: 503,
		headers: { 'retry-after': '10' },
		items: undefined,
	});
	const now = Date.now();
	jest.spyOn(Date, 'now').mockReturnValue(now + 3_601_000);
	expect((await send(stored, { body })).items).toHaveLength(1);
});

test('a delivery that comes while an earlier one is looked after has a look of its own, where that came too early', async () => {
	const stored = published(urlsOnly);
	const job_id = await makeImage();
	const { pass, reached: asking, letGo } = gate();
	faults.hook = async () => {
		await pass();
		return answerOf({ job_id, status: 'processing' });
	};
	const early = send(stored, { body: { job_id, event: 'job.progress' } });
	await asking;
	mend();
	const others = Promise.all(Array.from({ length: 5 }, async () => await about(stored, job_id)));
	letGo();
	expect((await early).status).toBe(503);
	expect((await others).flatMap(({ items }) => items ?? [])).toHaveLength(1);
	expect(await about(stored, job_id)).toMatchObject({
		body: { duplicate: true },
		items: undefined,
	});
});

test('a delivery that proves itself and tells the end waits for no look', async () => {
	const stored = believing();
	const { pass, reached: asking, letGo } = gate();
	faults.hook = async () => {
		await pass();
		return answerOf({
			job_id: 'job-77',
			status: 'completed',
			image_url: `${PICTURES}/1.png`,
		});
	};
	const early = proved(stored, { job_id: 'job-77', event: 'job.progress' });
	await asking;
	expect(
		(
			await proved(stored, {
				job_id: 'job-77',
				status: 'completed',
				image_url: `${PICTURES}/1.png`,
			})
		).items,
	).toHaveLength(1);
	letGo();
	expect(await early).toMatchObject({ body: { duplicate: true }, items: undefined });
});

/** Jobs of which the API tells this, whatever is asked about them. */
const jobs: Record<string, object> = {
	'done-1': { status: 'completed', image_url: `${PICTURES}/1.png` },
	'done-2': { status: 'completed', image_url: `${PICTURES}/2.png` },
	'unlisted-1': {
		status: 'completed',
		image_url: `${PICTURES}/3.png`,
		model: 'a-model-of-tomorrow',
	},
	'edit-1': { status: 'completed', image_url: `${PICTURES}/4.png`, model: 'group-edit' },
	'draw-1': { status: 'completed', image_url: `${PICTURES}/5.png`, model: 'model-dev' },
	'video-1': { status: 'completed', video_url: `${PICTURES}/1.mp4` },
	'bad-1': { status: 'failed' },
	'run-1': { status: 'processing' },
};
const knowJobs = () => {
	faults.hook = ({ path }) => {
		const job_id = path.split('/').at(-1) ?? '';
		if (job_id === 'broken-1') return { when: 'before', give: new Response('', { status: 500 }) };
		return jobs[job_id] && answerOf({ job_id, ...jobs[job_id] });
	};
};
const ofJobs = (...ids: string[]) => ids.map((job_id) => ({ job_id }));
const started = { status: 200, headers: {}, body: { received: true } };
const ignored = {
	status: 200,
	headers: {},
	body: { received: true, ignored: true },
	items: undefined,
};
const refused = (status: number, message: string) => ({
	status,
	headers: status === 503 ? { 'retry-after': '10' } : {},
	body: { error: { message } },
	items: undefined,
});

test.each<[what: string, parameters: object, body: unknown, answer: object]>([
	['a job that has ended', {}, ofJobs('done-1')[0], { ...started, items: ['done-1'] }],
	['a failed job, where those are left out', {}, ofJobs('bad-1')[0], ignored],
	[
		'a failed job, where those are taken',
		{ statuses: ['failed'] },
		ofJobs('bad-1')[0],
		{ ...started, items: ['bad-1'] },
	],
	['a job, where no outcome starts the workflow', { statuses: [] }, ofJobs('done-1')[0], ignored],
	['an image, where only videos are taken', { kinds: ['video'] }, ofJobs('done-1')[0], ignored],
	[
		'a video, where only images are taken',
		{ kinds: ['image', 'studio'] },
		ofJobs('video-1')[0],
		ignored,
	],
	[
		'a video, where only videos are taken',
		{ kinds: ['video'] },
		ofJobs('video-1')[0],
		{ ...started, items: ['video-1'] },
	],
	[
		'an image of a model that is not listed, where only edits are taken',
		{ kinds: ['studio'] },
		ofJobs('unlisted-1')[0],
		{ ...started, items: ['unlisted-1'] },
	],
	[
		'an image of no model, where only edits are taken',
		{ kinds: ['studio'] },
		ofJobs('done-1')[0],
		{ ...started, items: ['done-1'] },
	],
	[
		'an edit, where only edits are taken',
		{ kinds: ['studio'] },
		ofJobs('edit-1')[0],
		{ ...started, items: ['edit-1'] },
	],
	[
		'an edit, where no edits are taken',
		{ kinds: ['image', 'video'] },
		ofJobs('edit-1')[0],
		ignored,
	],
	[
		'a generated image, where only edits are taken',
		{ kinds: ['studio'] },
		ofJobs('draw-1')[0],
		ignored,
	],
	['a job that runs', {}, ofJobs('run-1')[0], refused(503, 'The job has not ended; try again')],
	['a job that does not exist', {}, ofJobs('nope-1')[0], refused(404, 'There is no such job')],
	[
		'a job over which the API fails',
		{},
		ofJobs('broken-1')[0],
		refused(503, 'The job could not be checked; try again'),
	],
	['no job', {}, { event: 'done' }, refused(400, 'The delivery names no job')],
	[
		'what is no job ID',
		{},
		ofJobs('..')[0],
		refused(400, 'What the delivery names as its job is no job ID'),
	],
	['text', {}, 'done-1', refused(400, 'The delivery is not a JSON object')],
	[
		'several jobs',
		{},
		ofJobs('done-1', 'done-2'),
		refused(400, 'The delivery is about several jobs: deliver each by itself'),
	],
	[
		'a job beside as many values',
		{},
		{ ...ofJobs('done-1')[0], more: Array.from({ length: 900 }, (_, index) => ({ index })) },
		{ ...started, items: ['done-1'] },
	],
	[
		'a job whose address is longer than any',
		{},
		{ ...ofJobs('done-1')[0], status_url: `https://h.example.com/${'x'.repeat(5_000)}` },
		{ ...started, items: ['done-1'] },
	],
	[
		'a job, where the settings are none',
		{ statuses: 5 },
		ofJobs('done-1')[0],
		refused(503, 'The delivery could not be handled; try again'),
	],
])(
	'the sender of %s is answered, and the workflow starts with what has ended',
	async (_, parameters, body, answer) => {
		knowJobs();
		const { items, ...answered } = await send(published({ ...urlsOnly, ...parameters }), { body });
		expect({ ...answered, items: items?.map(({ json }) => json.job_id) }).toEqual(answer);
	},
);

test('a trigger that listens in the editor takes any job again, and remembers none', async () => {
	knowJobs();
	const stored = published(urlsOnly);
	const listen = async (...ids: string[]) => {
		const { items, ...answered } = await send(stored, { body: ofJobs(...ids), mode: 'manual' });
		return { ...answered, items: items?.map(({ json }) => json.job_id) };
	};
	for (let times = 0; times < 2; times++)
		expect(await listen('done-1')).toEqual({ ...started, items: ['done-1'] });
	expect(stored.staticData).toBeNull();
	expect((await send(stored, { body: ofJobs('done-1') })).items).toHaveLength(1);
	await send(stored, { body: ofJobs('done-2'), startFails: 'untold' });
	expect(await listen('done-2')).toEqual(
		refused(503, 'The workflow is being started for this job; try again'),
	);
});

test('no webhook ID, no secret in the address: nothing is let in', async () => {
	expect(
		await send(published(urlsOnly, { webhookId: undefined }), {
			body: { job_id: await makeImage() },
		}),
	).toEqual(refused(401, 'The webhook URL is not a secret: this trigger has no webhook ID'));
});

test.each([[{ statuses: 5 }], [{ kinds: { a: 1 } }], [{ options: { maxFileSize: 'big' } }]])(
	'settings that are none (%j): 503, and the next delivery of the job can start it',
	async (wrong) => {
		const stored = published({ ...urlsOnly, ...wrong } as never);
		const job = await makeImage();
		expect(await about(stored, job)).toMatchObject({ status: 503, items: undefined });
		stored.node.parameters = urlsOnly;
		expect((await about(stored, job)).items).toHaveLength(1);
	},
);

test('what is believed comes without the secrets that it repeats', async () => {
	const { apiKey } = sandbox.it;
	const told = {
		job_id: 'job-78',
		status: 'completed',
		image_url: `${PICTURES}/1.png`,
		secret: 'sesame-open',
		note: `of ${apiKey}`,
	};
	const { items } = await proved(
		believing({ options: { download: false, includeRaw: true } }),
		told,
	);
	expect(items).toMatchObject([
		{ json: { job_id: 'job-78', secret: '[hidden]', note: 'of [hidden]' } },
	]);
	expect(JSON.stringify(items)).not.toMatch(new RegExp(`sesame|${apiKey}`));
});

test.each([
	[
		'completed, with an error beside its file',
		{ status: 'completed', error: { message: 'no thumbnail' } },
	],
	['in a word that nobody knows, with an error', { status: 'zorp', error: { message: 'x' } }],
])('what tells of an end in two ways is not believed, but asked about: %s', async (_, told) => {
	const job_id = await makeImage();
	const { items } = await proved(believing(), { job_id, image_url: `${PICTURES}/1.png`, ...told });
	expect(items).toMatchObject([{ json: { job_id, status: 'completed' } }]);
});

test('a secret header without a secret in the credential lets nothing in, and n8n’s log says why', async () => {
	const said = jest.spyOn(Container.get(Logger), 'error').mockImplementation(() => undefined);
	const answer = await send(believing(), {
		body: { job_id: 'job-79', status: 'completed' },
		headers: { 'x-callback-secret': '' },
	});
	expect(answer).toMatchObject({ status: 401, items: undefined });
	expect(said).toHaveBeenCalledWith(
		expect.stringMatching(/credential has no callback secret.*enter the secret there/),
	);
});

test('what stands in the query of the address is in the item', async () => {
	const job_id = await makeImage();
	const { items } = await send(published(urlsOnly), {
		body: { job_id, status: 'completed' },
		query: { order: '17', customer: 'Ada' },
	});
	expect(items?.map(({ json }) => json.query)).toEqual([{ order: '17', customer: 'Ada' }]);
});
