// Runs one command and makes sure that it does not outlive the process that asked for it:
// when the IPC channel to that process closes, for whatever reason, the command is ended.
// usage: node guard.mjs <command> [args…], started with an IPC channel and as leader of its own process group
import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';

const GRACE_MS = 6_000;
const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], windowsHide: true });

function tell(message) {
	if (process.connected) process.send(message, () => undefined);
}

function endGroup() {
	if (process.platform === 'win32') {
		spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F']);
		process.exit(1);
	}
	process.kill(-process.pid, 'SIGKILL');
}

child.once('spawn', () => tell({ pid: child.pid }));
child.once('error', (error) => {
	tell({ error: error.message });
	process.exitCode = 127;
	if (process.connected) process.disconnect();
});
child.once('exit', (code, signal) => {
	if (!process.connected) endGroup();
	process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
process.once('disconnect', () => {
	if (child.pid === undefined || child.exitCode !== null) return;
	child.kill('SIGTERM');
	setTimeout(endGroup, GRACE_MS);
});
