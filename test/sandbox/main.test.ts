import axios from 'axios';
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments } from '../../sandbox/args';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-main-'));
const children: ChildProcess[] = [];
afterAll(() => {
	for (const child of children) child.kill('SIGKILL');
	rmSync(folder, { recursive: true });
});

function start(...args: string[]) {
	const child = spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.ts', ...args], {
		cwd: join(__dirname, '../..'),
	});
	children.push(child);
	const output = { stdout: '', stderr: '' };
	const firstLine = async () =>
		await new Promise<string>((resolve, reject) => {
			const look = () => output.stdout.includes('\n') && resolve(output.stdout.split('\n')[0]!);
			child.stdout.on('data', look);
			child.on('close', () => reject(new Error(`the sandbox has ended: ${output.stderr}`)));
			look();
		});
	child.stdout.on('data', (chunk) => (output.stdout += String(chunk)));
	child.stderr.on('data', (chunk) => (output.stderr += String(chunk)));
	const code = new Promise<number | null>((resolve) => child.on('close', resolve));
	return { child, output, firstLine, code };
}

it('tells on its first line how it is reached, keeps its state, and stops when told to', async () => {
	const data = join(folder, 'state.json');
	const { child, output, firstLine, code } = start(
		'--port',
		'0',
		'--speed',
		'1000',
		'--data',
		data,
		'--balance',
		'2.5',
	);
	const { baseUrl, apiKey, session } = JSON.parse(await firstLine());
	expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/);
	const balance = await axios.get(`${baseUrl}/v1/billing/balance`, {
		headers: { 'x-api-key': apiKey },
	});
	expect(balance.data.balance_usd).toBe(2.5);
	await axios.post(
		`${baseUrl}/v1/images/generations`,
		{ prompt: 'fox' },
		{ headers: { 'x-api-key': apiKey } },
	);
	child.kill('SIGTERM');
	expect(await code).toBe(0);
	expect(existsSync(data)).toBe(true);
	expect(output.stdout.trim().split('\n')).toHaveLength(1);
	expect(output.stderr).not.toContain(apiKey);
	expect(output.stderr).not.toContain(session.value);
});

it('tells on its first line what its dialect chose', async () => {
	const { child, firstLine, code } = start('--port', '0', '--dialect', '7');
	const { baseUrl, dialect } = JSON.parse(await firstLine());
	expect(dialect).toMatchObject({ seed: 7, chosen: { delivery: expect.any(String) } });
	expect((await axios.get(`${new URL(baseUrl).origin}/sandbox/dialect`)).data).toEqual(dialect);
	child.kill('SIGTERM');
	expect(await code).toBe(0);
});

it('says when the port is taken', async () => {
	const server = createServer().listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	const { port } = server.address() as AddressInfo;
	const { output, code } = start('--port', String(port));
	expect(await code).toBe(1);
	expect(output.stderr).toContain(`Port ${port} is taken`);
	expect(output.stdout).toBe('');
	await new Promise((resolve) => server.close(resolve));
});

describe('the command line', () => {
	it('has defaults', () => {
		expect(readArguments([])).toMatchObject({
			port: 8787,
			speed: 1,
			data: undefined,
			rateLimit: undefined,
		});
	});

	it.each([
		[['--port', 'x'], '--port'],
		[['--speed', '0'], '--speed'],
		[['--speed', ''], '--speed'],
		[['--rate', '-1'], '--rate'],
		[['--dialect', 'any'], '--dialect'],
		[['--dialect', '1.5'], '--dialect'],
		[['--data', ''], '--data'],
		[['--balance', 'much'], '--balance'],
		[['--balance=-5'], '--balance'],
		[['--nonsense'], 'nonsense'],
	])('%j is refused by name', (argv, message) => {
		expect(() => readArguments(argv)).toThrow(message);
	});
});
