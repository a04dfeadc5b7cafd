import { readArguments, usage, type Arguments } from './args';
import { startSandbox, type RunningSandbox } from './server';

const say = (line: string): void => void process.stderr.write(`${line}\n`);

function exit(why: string): never {
	say(why);
	process.exit(1);
}

async function main(): Promise<void> {
	const { help, ...options } = argumentsOrExit();
	if (help) return say(usage);
	const running = await startSandbox({ ...options, keptRequests: 0, log: say }).catch(
		({ code, message }: NodeJS.ErrnoException) => {
			const taken = `Port ${options.port} is taken: stop what uses it, or give another with --port`;
			return exit(code === 'EADDRINUSE' ? taken : message);
		},
	);
	const { baseUrl, apiKey, session, sandbox } = running;
	process.stdout.write(
		`${JSON.stringify({ baseUrl, apiKey, session, dialect: sandbox.dialect })}\n`,
	);
	say(`The sandbox serves ${baseUrl}; Ctrl+C stops it`);
	stopOnSignal(running);
}

function argumentsOrExit(): Arguments {
	try {
		return readArguments(process.argv.slice(2));
	} catch (error) {
		return exit(`${(error as Error).message}\n\n${usage}`);
	}
}

function stopOnSignal(running: RunningSandbox): void {
	let stopping = false;
	const stop = () => {
		if (stopping) return;
		stopping = true;
		running.close().then(
			() => process.exit(0),
			(error: Error) => exit(`Could not save the state: ${error.message}`),
		);
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
}

void main();
