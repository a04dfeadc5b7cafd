import { stopAllChildren } from './child';

const EXIT_CODES: Partial<Record<NodeJS.Signals, number>> = {
	SIGHUP: 129,
	SIGINT: 130,
	SIGTERM: 143,
};

export interface MainOptions {
	/** Runs last, after everything started has ended, whatever the outcome. */
	cleanUp?: () => void;
	/** Reports a failure; default: its message on stderr. */
	onError?: (error: Error) => void;
	/** Says that a signal was heard. */
	onSignal?: () => void;
}

/**
 * Runs a command's work and ends the process with its exit code.
 * On Ctrl-C, SIGTERM or SIGHUP everything that was started is ended first.
 */
export function runMain(work: () => Promise<number>, options: MainOptions = {}): void {
	const onError = options.onError ?? ((error) => process.stderr.write(`\n${error.message}\n`));
	let stopping = false;
	const finish = async (code: number) => {
		if (stopping) return;
		stopping = true;
		await stopAllChildren();
		options.cleanUp?.();
		process.exit(code);
	};
	for (const [signal, code] of Object.entries(EXIT_CODES)) {
		process.on(signal, () => {
			if (!stopping) options.onSignal?.();
			void finish(code);
		});
	}
	work().then(finish, (error: Error) => {
		if (!stopping) onError(error);
		return finish(1);
	});
}
