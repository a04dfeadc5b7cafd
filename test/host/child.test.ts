import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { GuardedChild, run } from '../../host/child';
import { ROOT } from '../../host/paths';
import { until } from '../support/until';

const GRANDCHILD = `
	const { spawn } = require('node:child_process');
	const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
	console.log(child.pid);
	setInterval(() => {}, 1000);`;

/** Starts a program that starts another one; resolves with the second one's process id. */
function startFamily(): { child: GuardedChild; grandchild: Promise<number> } {
	let tell: (pid: number) => void = () => undefined;
	const grandchild = new Promise<number>((resolve) => (tell = resolve));
	const child = new GuardedChild(process.execPath, ['-e', GRANDCHILD], {
		onLine: (line) => tell(Number(line)),
	});
	return { child, grandchild };
}

const isAlive = (pid: number) => {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
};

/** Resolves once the process is gone; a killed one takes the system a moment. */
const gone = async (pid: number) => await until(`process ${pid} to be gone`, () => !isAlive(pid));

describe('a guarded child', () => {
	it('gives back what a command printed, and a failed command its last words', async () => {
		await expect(run(process.execPath, ['-p', '1 + 1'])).resolves.toBe('2');
		await expect(
			run(process.execPath, ['-e', 'console.error("out of paper"); process.exit(3)']),
		).rejects.toThrow(/exit code 3[^]*out of paper/);
		await expect(run('no-such-program', [])).rejects.toThrow(/no-such-program.*127[^]*ENOENT/);
	});

	it.each(['stop', 'kill'] as const)(
		'takes what the command started with it on %s',
		async (way) => {
			const { child, grandchild } = startFamily();
			const pid = await grandchild;
			await child[way]();
			await gone(pid);
		},
	);

	it('does not outlive the process that started it', async () => {
		const script = `
			const { GuardedChild } = require(${JSON.stringify(join(ROOT, 'host', 'child.ts'))});
			new GuardedChild(process.execPath, ['-e', ${JSON.stringify('console.log(process.pid); setInterval(() => {}, 1000)')}],
				{ onLine: (line) => process.send(Number(line)) });`;
		const parent = spawn(process.execPath, ['--import', 'tsx', '-e', script], {
			cwd: ROOT,
			stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
		});
		const [pid] = (await once(parent, 'message')) as [number];
		parent.kill('SIGKILL');
		await once(parent, 'exit');
		await gone(pid);
	});
});
