import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '../../sandbox';
import { ManualClock } from '../support/manualClock';
import { closeAll, colouredPng, download, ok, refuses, serve, startPeer } from './support';

let folder: string;
let data: string;
beforeEach(() => {
	folder = fs.mkdtempSync(join(tmpdir(), 'sandbox-test-'));
	data = join(folder, 'state.json');
});
afterEach(async () => {
	await closeAll();
	fs.rmSync(folder, { recursive: true });
});

const SECOND = 1000;
const modeOf = (path: string) => fs.statSync(path).mode & 0o777;

describe('a restart with a data file', () => {
	it('keeps funds, history, keys, jobs and pictures', async () => {
		const first = await serve({ data, balanceUsd: '5' });
		const other = first.sandbox.addAccount({ balanceUsd: '0.3' });
		const { job_id, url } = await ok(first, 'generateImage', { body: { prompt: 'fox' } });
		const before = {
			content: (await download(url)).content,
			balance: await ok(first, 'getBalance'),
			job: await ok(first, 'getImageJob', { params: { job_id } }),
		};
		await closeAll();
		const second = await serve({ data, balanceUsd: '77' });
		expect(second.apiKey).toBe(first.apiKey);
		expect(await ok(second, 'getBalance')).toEqual(before.balance);
		expect(await ok(second, 'getBalance', { key: other.apiKey })).toMatchObject({
			balance_usd: 0.3,
		});
		const job = await ok(second, 'getImageJob', { params: { job_id } });
		expect(job).toEqual({ ...before.job, image_url: job.image_url });
		expect((await download(job.image_url)).content.equals(before.content)).toBe(true);
	});

	it('goes on with open jobs and their deliveries', async () => {
		const clock = new ManualClock();
		const peer = await startPeer();
		const first = await serve({ data, clock, speed: 1 });
		const { job_id } = await ok(first, 'generateImage', {
			body: { prompt: 'fox', callback_url: peer.url },
		});
		await clock.advance(5 * SECOND);
		await first.close();
		expect(clock.pending).toBe(0);
		const second = await serve({ data, clock, speed: 1 });
		await clock.advance(9 * SECOND);
		expect((await ok(second, 'getImageJob', { params: { job_id } })).status).toBe('processing');
		peer.answers = [503];
		await clock.advance(SECOND);
		await peer.receivedCount(1);
		await second.sandbox.settled();
		await second.close();
		const third = await serve({ data, clock, speed: 1 });
		expect(await ok(third, 'getImageJob', { params: { job_id } })).toMatchObject({
			status: 'completed',
			generation_time: 15,
		});
		await clock.advance(SECOND);
		await peer.receivedCount(2);
		await third.sandbox.settled();
		expect(third.sandbox.state.jobs.get(job_id)!.delivery!.outcome).toBe('delivered');
	});

	const messages = [{ role: 'user', content: 'hi' }];
	it.each([
		['generateImage', { prompt: 'fox' }],
		['completeChat', { model: 'sandbox-chat-small', messages }],
	] as const)('gives back what %s held whose submitter is gone', async (name, body) => {
		const clock = new ManualClock();
		const first = await serve({ data, clock, speed: 1 });
		const answer = ok(first, name, { body });
		answer.catch(() => {});
		await clock.untilPending(2);
		expect((await ok(first, 'getBalance')).held_nanos).toBeGreaterThan(0);
		await first.close();
		await expect(answer).rejects.toThrow();
		const second = await serve({ data, clock });
		expect(await ok(second, 'getBalance')).toMatchObject({ available_usd: 100, held_usd: 0 });
	});

	it('can still draw the references of an edit', async () => {
		const peer = await startPeer();
		peer.files.set('/a.png', { content: await colouredPng(60, 60, '#ff0000') });
		const first = await serve({ data });
		const { job_id, url } = await ok(first, 'editImage', {
			body: { prompt: 'x', image_urls: [`${peer.url}/a.png`] },
		});
		const before = await download(url);
		await first.close();
		peer.files.clear();
		const second = await serve({ data });
		const { image_url } = await ok(second, 'getImageJob', { params: { job_id } });
		expect((await download(image_url)).content.equals(before.content)).toBe(true);
	});
});

describe('the data file', () => {
	it('is written soon after a change, whole, and without secrets', async () => {
		const clock = new ManualClock();
		const running = await serve({ data, clock });
		const other = running.sandbox.addAccount();
		await clock.advance(SECOND);
		await running.sandbox.settled();
		const text = fs.readFileSync(data, 'utf8');
		expect(JSON.parse(text).accounts).toHaveLength(2);
		expect(text).toContain('"availableNanos":"100000000000"');
		for (const secret of [running.apiKey, running.session.value, other.apiKey, other.session])
			expect(text).not.toContain(secret);
		expect(fs.readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
	});

	it('is its owner’s only, also where it, and what an interrupted writing left, was open to all', async () => {
		await (await serve({ data })).close();
		fs.chmodSync(data, 0o644);
		fs.writeFileSync(`${data}.part`, '{"version":1,"acc');
		fs.chmodSync(`${data}.part`, 0o644);
		await ok(await serve({ data }), 'getBalance');
		expect(modeOf(data)).toBe(0o600);
		expect(fs.readdirSync(folder)).toEqual(['state.json']);
		expect(JSON.parse(fs.readFileSync(data, 'utf8')).accounts).toHaveLength(1);
	});

	it('is not written through a link that lies in its way', async () => {
		const other = join(folder, 'other');
		fs.writeFileSync(other, 'precious');
		fs.symlinkSync(other, `${data}.part`);
		await serve({ data });
		expect(fs.readFileSync(other, 'utf8')).toBe('precious');
		expect(modeOf(data)).toBe(0o600);
	});

	it('stays as it was when the next one cannot be written, and is written later', async () => {
		const running = await serve({ data });
		const before = fs.readFileSync(data, 'utf8');
		fs.mkdirSync(`${data}.part`);
		running.sandbox.addAccount();
		await expect(running.sandbox.save()).rejects.toThrow('state.json.part');
		expect(fs.readFileSync(data, 'utf8')).toBe(before);
		fs.rmSync(`${data}.part`, { recursive: true });
		await running.sandbox.save();
		expect(JSON.parse(fs.readFileSync(data, 'utf8')).accounts).toHaveLength(2);
	});

	it('and the files of jobs beside it are their owner’s only', async () => {
		const files = `${data}.files`;
		fs.mkdirSync(files, { mode: 0o755 });
		const peer = await startPeer();
		peer.files.set('/a.png', { content: await colouredPng(60, 60, '#ff0000') });
		const running = await serve({ data });
		const edit = { body: { prompt: 'x', image_urls: Array(4).fill(`${peer.url}/a.png`) } };
		await ok(running, 'editImage', edit);
		expect(modeOf(files)).toBe(0o700);
		expect(fs.readdirSync(files).map((name) => modeOf(join(files, name)))).toEqual([0o600]);
	});

	it('that is something else is refused and left alone', async () => {
		fs.writeFileSync(data, '{"mine":true}');
		expect(() => createSandbox({ data })).toThrow('is not a state file of this sandbox');
		await expect(serve({ data })).rejects.toThrow();
		expect(fs.readFileSync(data, 'utf8')).toBe('{"mine":true}');
	});

	it('that cannot be written is told at the start', async () => {
		await expect(serve({ data: join(folder, 'no such folder', 'state.json') })).rejects.toThrow(
			'ENOENT',
		);
	});

	it('is left alone by a sandbox that does not get its port', async () => {
		const first = await serve({ data });
		const before = fs.readFileSync(data, 'utf8');
		first.sandbox.addAccount();
		await expect(serve({ data, port: Number(new URL(first.url).port) } as never)).rejects.toThrow(
			'EADDRINUSE',
		);
		expect(fs.readFileSync(data, 'utf8')).toBe(before);
	});

	it('remembers that the demo key was revoked', async () => {
		const first = await serve({ data });
		const [record] = first.sandbox.context.keys.keysOf(first.sandbox.state.accounts.get('demo')!);
		first.sandbox.context.keys.setStatus(record!, 'revoked');
		await first.close();
		await refuses(await serve({ data }), 'getBalance', {}, { code: 'revoked_api_key' });
	});
});
