import type { IExecuteFunctions } from 'n8n-workflow';
import { nodeOf } from '../n8n/node';
import { isTool } from '../n8n/tool';
import { accountOf } from './account';
import { forget, forgetSpent, rememberedNames, spentBy } from './memory';

/** The calls that run in this process, by execution, node and request. */
const running = new Set<string>();

/**
 * Runs what spends under the name that it is remembered by: of a node the key itself, and an agent's call under a name
 * of its own, so that equal calls side by side each make something, and one that repeats a call that failed takes up
 * what that call has left, rather than pay again, within what that has left of its ceiling.
 * @param key names the request
 */
export async function inOneCall<T>(context: IExecuteFunctions, key: string, call: (name: string) => Promise<T>): Promise<T> {
	if (!isTool(context)) return await call(key);
	const own = nameOfCall(context, key);
	running.add(inProcess(context, own));
	const account = accountOf(context);
	account.goOnWith(spentBy(context, own));
	let isDone = false;
	try {
		const result = await call(own);
		forget(context, own);
		isDone = true;
		return result;
	} finally {
		if (isDone || account.isEmpty) forgetSpent(context, own);
		running.delete(inProcess(context, own));
	}
}

/** The name that the next call with this request runs under: an agent's under one that a failed call has left, else a new one. */
export function nameOfCall(context: IExecuteFunctions, key: string): string {
	if (!isTool(context)) return key;
	const isFree = (name: string) => !running.has(inProcess(context, name));
	const left = rememberedNames(context, `${key}:`).find(isFree);
	if (left) return left;
	let number = 0;
	while (!isFree(`${key}:${number}`)) number++;
	return `${key}:${number}`;
}

const inProcess = (context: IExecuteFunctions, name: string) => `${context.getExecutionId()}:${nodeOf(context).id}:${name}`;
