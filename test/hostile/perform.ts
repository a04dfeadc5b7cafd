import { AsyncLocalStorage } from 'node:async_hooks';
import { DataTables } from '../support/dataTable';
import { runNode, type NodeResult, type NodeRun } from '../support/engine';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { Act } from './stage';
import { MediaGeneration } from '../../nodes/MediaGeneration/MediaGeneration.node';

/** What became of one run of the node. */
export interface Performance {
	/** Absent when n8n itself refused the node before it ran. */
	result?: NodeResult;
	/** Why n8n refused. */
	refusal?: Error;
	/** What the node threw, once for each try. */
	thrown: unknown[];
	/** What it streamed. */
	chunks: unknown[];
	/** What it logged. */
	lines: unknown[];
	/** Whether it had to be stopped. */
	hung: boolean;
	ms: number;
}

type Watched = Pick<Performance, 'thrown' | 'lines'>;
const current = new AsyncLocalStorage<Watched>();
/** A case's own time-outs, with three tries, come to some ten seconds; this is the end of one that hangs, in milliseconds. */
const LONGEST_MS = 150_000;
/** How long a stopped run is given to end, in milliseconds. */
const AFTER_STOP_MS = 2_000;

const { execute } = MediaGeneration.prototype;
/** n8n keeps of an error less than was thrown: class and cause are lost. */
MediaGeneration.prototype.execute = async function watched() {
	try {
		return await execute.call(this);
	} catch (error) {
		current.getStore()?.thrown.push(error);
		throw error;
	}
};

let listening = false;
/** Keeps what is logged, beside n8n's own logger. */
function listenToLogger(): void {
	if (listening) return;
	listening = true;
	const logger = Container.get(Logger) as unknown as Record<string, (...line: unknown[]) => void>;
	for (const level of ['error', 'warn', 'info', 'debug']) {
		const own = logger[level]?.bind(logger);
		logger[level] = (...line) => {
			current.getStore()?.lines.push(line);
			own?.(...line);
		};
	}
}

/** What is tried. */
interface Trial extends Pick<NodeRun, 'parameters' | 'items' | 'asTool'> {
	onError: 'stopWorkflow' | 'continueRegularOutput';
	streams?: boolean;
}

/**
 * Runs the node as `runNode` does, with Retry On Fail and Data Tables of its own, watched: everything it threw and logged
 * is kept, and it is stopped when it hangs.
 */
export async function perform(
	{ credentials }: Act,
	{ onError, streams = false, ...trial }: Trial,
): Promise<Performance> {
	const run: NodeRun = {
		...trial,
		credentials,
		settings: { onError, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		additional: new DataTables().additional,
	};
	listenToLogger();
	const performance: Performance = { thrown: [], chunks: [], lines: [], hung: false, ms: 0 };
	const startedAt = Date.now();
	let cancel = () => {};
	const onChunk = streams ? (chunk: unknown) => void performance.chunks.push(chunk) : undefined;
	const running = current.run(performance, async () => {
		const onStart = (execution: { cancel(): void }) => {
			cancel = () => execution.cancel();
		};
		const [outcome] = await Promise.allSettled([runNode({ ...run, onStart, onChunk })]);
		if (outcome.status === 'fulfilled') performance.result = outcome.value;
		else
			performance.refusal =
				outcome.reason instanceof Error ? outcome.reason : new Error(String(outcome.reason));
	});
	if (!(await endsWithin(running, LONGEST_MS))) {
		performance.hung = true;
		cancel();
		await endsWithin(running, AFTER_STOP_MS);
	}
	performance.ms = Date.now() - startedAt;
	return performance;
}

async function endsWithin(work: Promise<void>, ms: number): Promise<boolean> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<boolean>((resolve) => {
		timer = setTimeout(() => resolve(false), ms);
	});
	const ended = await Promise.race([work.then(() => true), late]);
	clearTimeout(timer);
	return ended;
}
