import { parseArgs } from 'node:util';

import { runDemo, runQueueDemo } from './demo';
import { runDev } from './dev';
import { runMain } from './child';
import { runOnce } from './once';
import { addressesFromEnvironment } from './queue/addresses';

const USAGE =
	"Usage: npm start [-- --once | [--queue [--postgres <url>] [--redis <url>]] [--port <n8n's port>] [--sandbox-port <port>]], or npm run dev [-- [--port …] [--sandbox-port …]]";

function readArguments() {
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
		const { once, queue, dev, postgres, redis, port, 'sandbox-port': sandboxPort } = values;
		if (Number(once) + Number(queue) + Number(dev) > 1)
			throw new Error('--once, --queue and --dev exclude each other.');
		if (once && (port ?? sandboxPort) !== undefined)
			throw new Error('--once takes any ports that are free.');
		if (!queue && (postgres ?? redis) !== undefined)
			throw new Error('--postgres and --redis need --queue.');
		const named = addressesFromEnvironment();
		return {
			once,
			queue,
			dev,
			ports: { port: portOf(port ?? '5678'), sandboxPort: portOf(sandboxPort ?? '8787') },
			servers: { postgres: postgres ?? named.postgres, redis: redis ?? named.redis },
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

const { once, queue, dev, ports, servers } = readArguments();
const onSignal = () => void process.stdout.write('\nStopping …\n');
const run = () => (dev ? runDev(ports) : queue ? runQueueDemo(ports, servers) : runDemo(ports));
if (once) runOnce();
else runMain(run, { onSignal });
