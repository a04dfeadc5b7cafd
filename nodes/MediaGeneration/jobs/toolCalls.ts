import type { IExecuteFunctions } from 'n8n-workflow';
import { forget } from './memory';

/** The calls that run in this process, by execution, node and request. */
const running = new Set<string>();

/**
 * Runs an agent's call under a name of its own, so that equal calls side by side each make something, and
 * one that repeats a call that failed takes up what that call has left, rather than pay again.
 * @param key names the request
 */
export async function asToolCall<T>(context: IExecuteFunctions, key: string, call: (key: string) => Promise<T>): Promise<T> {
	const of = `${context.getExecutionId()}:${context.getNode().id}`;
	let number = 0;
	while (running.has(`${of}:${key}:${number}`)) number++;
	const own = `${key}:${number}`;
	running.add(`${of}:${own}`);
	try {
		const result = await call(own);
		forget(context, own);
		return result;
	} finally {
		running.delete(`${of}:${own}`);
	}
}
