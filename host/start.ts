import { parseArgs } from 'node:util';

import { runDev } from './dev';
import { runMain } from './main';
import { addressesFromEnvironment, type ServerAddresses } from './queue/addresses';
import { runDemo } from './start-demo';
import { runOnce } from './start-once';
import { runQueueDemo } from './start-queue';

const USAGE =
	"Usage: npm start [-- --once | [--queue [--postgres <url>] [--redis <url>]] [--port <n8n's port>] [--sandbox-port <port>]], or npm run dev [-- [--port …] [--sandbox-port …]]";

interface Arguments {
	once: boolean;
	queue: boolean;
	dev: boolean;
	port: number;
	sandboxPort: number;
	servers: ServerAddresses;
}

function readArguments(): Arguments {
	try {
		const { values } = parseArgs({
			options: {
				once: { type: 'boolean', default: false },
				queue: { type: 'boolean', default: false },
				dev: { type: 'boolean', default: false },
				postgres: { type: 'string' },
				redis: { type: 'string' },
				port: { type: 'string' },
				'sandbox-port': { type: 'string' },
			},
		});
		const { once, queue, dev, postgres, redis } = values;
		if (Number(once) + Number(queue) + Number(dev) > 1)
			throw new Error('--once, --queue and --dev exclude each other.');
		if (once && (values.port ?? values['sandbox-port']) !== undefined)
			throw new Error('--once takes any ports that are free.');
		if (!queue && (postgres ?? redis) !== undefined)
			throw new Error('--postgres and --redis need --queue.');
		const environment = addressesFromEnvironment();
		const servers = {
			postgres: postgres ?? environment.postgres,
			redis: redis ?? environment.redis,
		};
		return {
			once,
			queue,
			dev,
			port: portOf(values.port ?? '5678'),
			sandboxPort: portOf(values['sandbox-port'] ?? '8787'),
			servers,
		};
	} catch (error) {
		process.stderr.write(`${(error as Error).message}\n${USAGE}\n`);
		process.exit(2);
	}
}

function portOf(text: string): number {
	const port = Number(text);
	if (!Number.isInteger(port) || port < 1 || port > 65_535)
		throw new Error(`"${text}" is not a port (1 to 65535).`);
	return port;
}

const { once, queue, dev, port, sandboxPort, servers } = readArguments();
const onSignal = () => void process.stdout.write('\nStopping …\n');
if (once) runOnce();
else if (dev) runMain(() => runDev({ port, sandboxPort }), { onSignal });
else if (queue) runMain(() => runQueueDemo({ port, sandboxPort, servers }), { onSignal });
else runMain(() => runDemo({ port, sandboxPort }), { onSignal });
