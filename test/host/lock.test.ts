import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { withLock } from '../../host/lock';
import { silentLog } from '../../host/log';
import { scratchFolder } from '../support/folder';

const NO_PROCESS = 2 ** 22 + 1;

describe('the lock around an install', () => {
	const file = join(scratchFolder(), 'install.lock');

	it('lets one at a time work and says whom the other waits for', async () => {
		const events: string[] = [];
		const said: string[] = [];
		let letGo: () => void = () => undefined;
		const first = withLock(file, silentLog, async () => {
			events.push('first in');
			await new Promise<void>((resolve) => (letGo = resolve));
			events.push('first out');
		});
		const second = withLock(
			file,
			(line) => {
				said.push(line);
				letGo();
			},
			async () => void events.push('second in'),
		);
		await Promise.all([first, second]);
		expect(events).toEqual(['first in', 'first out', 'second in']);
		expect(said).toEqual([expect.stringContaining(`(${process.pid})`)]);
	});

	it('takes over from a process that is gone', async () => {
		writeFileSync(file, String(NO_PROCESS));
		await expect(withLock(file, silentLog, async () => 'done')).resolves.toBe('done');
	});

	it('lets go when the work fails', async () => {
		await expect(
			withLock(file, silentLog, () => Promise.reject(new Error('no disk'))),
		).rejects.toThrow('no disk');
		expect(existsSync(file)).toBe(false);
	});
});
