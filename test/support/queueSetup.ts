import { addressesFromEnvironment, missingServers } from '../../host';

/** Where a test file finds why there is no queue mode on this machine; empty where there is. */
export const WHY_NOT = 'MEDIA_GENERATION_QUEUE_WHY_NOT';

/** Looks once, before the test files are read, whether PostgreSQL and Redis are there; says so if they are not. */
export default async function lookForServers(): Promise<void> {
	const missing = (await missingServers(addressesFromEnvironment())) ?? '';
	process.env[WHY_NOT] = missing;
	if (missing) process.stderr.write(`The tests in queue mode are skipped. ${missing}\n`);
}
