import { parseArgs } from 'node:util';

import { runMain } from './main';
import { runDemo } from './start-demo';
import { runOnce } from './start-once';

const USAGE = 'Usage: npm start [-- --once | --port <n8n\'s port> --sandbox-port <port>]';

function readArguments(): { once: boolean; port: number; sandboxPort: number } {
	try {
		const { values } = parseArgs({
			options: {
				once: { type: 'boolean', default: false },
				port: { type: 'string', default: '5678' },
				'sandbox-port': { type: 'string', default: '8787' },
			},
		});
		return { once: values.once, port: portOf(values.port), sandboxPort: portOf(values['sandbox-port']) };
	} catch (error) {
		process.stderr.write(`${(error as Error).message}\n${USAGE}\n`);
		process.exit(2);
	}
}

function portOf(text: string): number {
	const port = Number(text);
	if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`"${text}" is not a port (1 to 65535).`);
	return port;
}

const { once, port, sandboxPort } = readArguments();
if (once) runOnce();
else runMain(() => runDemo({ port, sandboxPort }), { onSignal: () => process.stdout.write('\nStopping …\n') });
