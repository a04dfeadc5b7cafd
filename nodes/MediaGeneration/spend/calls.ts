import type { Run } from './run';

/** The calls that run in this process, by execution, node and request. */
const running = new Set<string>();

/**
 * Runs what spends under the name that it is remembered by: of a node the key itself, and an agent's call under a name
 * of its own, so that equal calls side by side each make something, and one that repeats a call that failed takes up
 * what that call has left, rather than pay again, within what that has left of its ceiling.
 * @param key names the request
 */
export async function inOneCall<T>(
	run: Run,
	key: string,
	call: (name: string) => Promise<T>,
): Promise<T> {
	if (!run.isTool) return await call(key);
	const own = nameOfCall(run, key);
	running.add(inProcess(run, own));
	const account = run.account;
	account.continueIn(run.notes.spentBy(own));
	let isDone = false;
	try {
		const result = await call(own);
		run.notes.forget(own);
		isDone = true;
		return result;
	} finally {
		if (isDone || account.isEmpty) run.notes.forgetSpent(own);
		running.delete(inProcess(run, own));
	}
}

/** The name that the next call with this request runs under: an agent's under one that a failed call has left, else a new one. */
export function nameOfCall(run: Run, key: string): string {
	if (!run.isTool) return key;
	const isFree = (name: string) => !running.has(inProcess(run, name));
	const left = run.notes.namesWith(`${key}:`).find(isFree);
	if (left) return left;
	let number = 0;
	while (!isFree(`${key}:${number}`)) number++;
	return `${key}:${number}`;
}

const inProcess = (run: Run, name: string) =>
	`${run.context.getExecutionId()}:${run.node.id}:${name}`;
