import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { freePort, GuardedChild } from './child';
import { ROOT } from './paths';

const START_TIMEOUT_MS = 60_000;

/** How many times faster than in reality the demo's jobs get done. */
export const DEMO_SPEED = 10;

export interface SandboxOptions {
	/** The preferred port; the next free one is taken when it is in use. Default: any free port. */
	port?: number | undefined;
	/** How many times faster than in reality jobs get done. */
	speed?: number;
	/** The file in which the sandbox keeps its state, its folder made if there is none; without it, nothing is kept. */
	data?: string;
}

/** A running sandbox, and the demo account's keys. */
export interface RunningSandbox {
	baseUrl: string;
	apiKey: string;
	/** The header that carries the developer session. */
	session: { header: string; value: string };
	exited: Promise<number>;
	stop(): Promise<void>;
	logs(): string;
}

type Announcement = Pick<RunningSandbox, 'baseUrl' | 'apiKey' | 'session'>;

/**
 * Starts the sandbox and waits for the first line it prints, which says where it is.
 * It ends with this process, even if this process is killed.
 * @throws Error with its last lines when it ends early or says nothing within a minute
 */
export async function startSandboxProcess(options: SandboxOptions = {}): Promise<RunningSandbox> {
	if (options.data !== undefined) mkdirSync(dirname(options.data), { recursive: true });
	const port = await freePort(options.port);
	let announce: (line: string) => void = () => undefined;
	const firstLine = new Promise<string>((resolve) => (announce = resolve));
	const { speed, data } = options;
	const args = [
		...['--import', 'tsx', join(ROOT, 'sandbox', 'main.ts'), '--port', String(port)],
		...(speed === undefined ? [] : ['--speed', String(speed)]),
		...(data === undefined ? [] : ['--data', data]),
	];
	const child = new GuardedChild(process.execPath, args, {
		cwd: ROOT,
		onLine: (line, stream) => {
			if (stream === 'stdout') announce(line);
		},
	});
	const announced = async () => parseAnnouncement(await firstLine);
	return {
		...(await child.ready('The sandbox', announced, START_TIMEOUT_MS)),
		exited: child.exited,
		stop: () => child.stop(),
		logs: () => child.output(),
	};
}

/** What the first line that the sandbox prints says. @throws Error when it says something else */
export function parseAnnouncement(line: string): Announcement {
	const parsed = JSON.parse(line) as Partial<Announcement>;
	const texts = [parsed.baseUrl, parsed.apiKey, parsed.session?.header, parsed.session?.value];
	if (texts.some((text) => typeof text !== 'string')) {
		throw new Error(
			`The sandbox's first line must be JSON with baseUrl, apiKey and session, but is: ${line}`,
		);
	}
	return parsed as Announcement;
}
