import { runMain } from './main';
import { ROOT } from './paths';
import { whyNotPublish } from './release';

/** The tag that a release workflow publishes. */
const tag = process.env['GITHUB_REF_TYPE'] === 'tag' ? process.env['GITHUB_REF_NAME'] : undefined;

runMain(async () => {
	const reasons = whyNotPublish(ROOT, tag);
	for (const reason of reasons) process.stderr.write(`${reason}\n`);
	return reasons.length === 0 ? 0 : 1;
});
