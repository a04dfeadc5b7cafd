import { text } from 'node:stream/consumers';

import { N8nClient } from './client';
import { runFirstExample } from './first-example';
import { runMain } from './child';
import { FIRST_EXAMPLE, provision } from './provision';
import { parseAnnouncement } from './sandbox-process';

/**
 * Runs the first example in an n8n that is there already, such as that of compose.yaml, whose address is the argument.
 * What the sandbox prints comes on stdin.
 */
runMain(async () => {
	const [address] = process.argv.slice(2);
	if (address === undefined)
		throw new Error(
			"Usage: npx tsx host/container-main.ts <n8n's address> < <what the sandbox prints>",
		);
	const announced = (await text(process.stdin)).split('\n').find((line) => line.startsWith('{'));
	const client = new N8nClient(address);
	await provision(client, parseAnnouncement(announced ?? ''), FIRST_EXAMPLE);
	process.stdout.write(`${JSON.stringify(await runFirstExample(client))}\n`);
	return 0;
});
