import { ensureN8n } from './install';
import { stderrLog } from './log';
import { runMain } from './child';
import { build } from './package';
import { ROOT } from './paths';
import { writePicture } from './picture';
import { whyNotPublish, writeLinks } from './release';
import { overSize } from './sizes';

/** The tag that a release workflow publishes. */
const tag = process.env['GITHUB_REF_TYPE'] === 'tag' ? process.env['GITHUB_REF_NAME'] : undefined;

/** What can be done by name. A list that comes out is one of complaints, a sentence each. */
const TASKS: Readonly<Record<string, () => unknown>> = {
	build,
	install: async () => await ensureN8n(stderrLog()),
	links: () => writeLinks(ROOT),
	picture: writePicture,
	sizes: () => overSize(ROOT),
	release: () => whyNotPublish(ROOT, tag),
};

async function outcomeOf(name: string): Promise<unknown> {
	const task = TASKS[name];
	if (task === undefined)
		throw new Error(`Usage: npx tsx host/tasks.ts ${Object.keys(TASKS).join('|')} …`);
	return await task();
}

/** Does what its arguments name, one after the other, until there are complaints. */
runMain(async () => {
	for (const name of process.argv.slice(2)) {
		const outcome = await outcomeOf(name);
		if (!Array.isArray(outcome) || outcome.length === 0) continue;
		process.stderr.write(`${outcome.join('\n')}\n`);
		return 1;
	}
	return 0;
});
