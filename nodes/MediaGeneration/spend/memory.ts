import { createHash } from 'node:crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isTool } from '../support/tool';

/** A submission that this execution has made, and the API's last word on it once it has ended. */
export interface Submission {
	job_id?: string;
	status_url?: string;
	answer?: unknown;
	/** Why it is not known whether it was accepted. */
	ambiguous?: string;
}

const SUBMISSIONS = 'mediaGenerationSubmissions';

/**
 * The name under which a submission is remembered: the run of the node, the item, and what was asked
 * for. A retry of the node asks the same again; another round of a loop is another run. The calls of a tool
 * are told apart by {@link inOneCall}.
 */
export function submissionKey(context: IExecuteFunctions, itemIndex: number, request: unknown): string {
	return `${runOf(context)}:${itemIndex}:${createHash('sha256').update(JSON.stringify(request)).digest('hex')}`;
}

/** Worked out once for all items, as an expression takes its time. */
const runs = new WeakMap<object, string>();

function runOf(context: IExecuteFunctions): string {
	const known = runs.get(context) ?? (isTool(context) ? 'tool' : String(context.evaluateExpression('{{ $runIndex }}', 0)));
	runs.set(context, known);
	return known;
}

/** What was submitted under this name in this execution, so that it is not paid for again. */
export function recall(context: IExecuteFunctions, key: string): Submission | undefined {
	return submissionsOf(context)[key];
}

/** The names that begin so and have something remembered. */
export function rememberedNames(context: IExecuteFunctions, beginning: string): string[] {
	return Object.keys(submissionsOf(context)).filter((name) => name.startsWith(beginning));
}

/** Keeps a submission in n8n's own storage; it survives Retry On Fail, and a pause. */
export function remember(context: IExecuteFunctions, key: string, submission: Submission): void {
	submissionsOf(context)[key] = submission;
}

/** Forgets a submission that came to nothing, so that a retry makes a new one. */
export function forget(context: IExecuteFunctions, key: string): void {
	delete submissionsOf(context)[key];
}

function submissionsOf(context: IExecuteFunctions): Record<string, Submission> {
	const kept = storeOf(context);
	return (kept[SUBMISSIONS] ??= {}) as Record<string, Submission>;
}

/** For a tool that n8n runs outside of any workflow execution, and so without a context to keep things in. */
const ownStores = new WeakMap<object, IDataObject>();

function storeOf(context: IExecuteFunctions): IDataObject {
	const own = ownStores.get(context);
	if (own) return own;
	try {
		return context.getContext('node');
	} catch (error) {
		context.logger.debug(`Submissions are remembered for this call only: ${(error as Error).message}`);
		const store: IDataObject = {};
		ownStores.set(context, store);
		return store;
	}
}
