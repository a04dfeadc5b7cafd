import { createHash } from 'node:crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Kept } from '../jobs/kept';
import { shareIn } from '../support/bounded';
import { asText, dataOf, isData, messageOf, textOf, valueOf } from '../support/data';
import { perRun } from '../n8n/perRun';
import { isTool } from '../n8n/tool';

/** What this execution knows of one request that spends or makes something: its result as far as it is {@link Kept}, and no file. */
export interface Note extends Kept {
	/** The job that was accepted. */
	job_id?: string;
	status_url?: string;
	/** What its acceptance told that later answers may not repeat. */
	told?: IDataObject;
	/** Whether a file of that answer could not be fetched, so that the API is to be asked once more. */
	stale?: boolean;
	/** Why it is not known whether it was accepted; written down before the request goes out. */
	unclear?: string;
	/** What a streamed answer had said before it broke. */
	partial_text?: string;
	/** The answer in which nothing was found, as far as an error carries it. */
	said?: unknown;
	/** Its attempt in the ledger. */
	attempt?: string;
	/** The most that it can cost, in nanos. */
	price?: string;
	/** Whether the answer holds a secret, to be forgotten as soon as the node has given it out. */
	secret?: boolean;
}

const NOTES = 'mediaGenerationSubmissions';
const SPENT = 'mediaGenerationSpent';

/**
 * The name under which a request is remembered: the run of the node, the item, and what was asked
 * for. A retry of the node asks the same again; another round of a loop is another run. The calls of a tool
 * are told apart by `inOneCall`.
 */
export function noteKey(context: IExecuteFunctions, itemIndex: number, request: unknown): string {
	return `${runOf(context)}:${itemIndex}:${hashOf(request)}`;
}

/** Tells one request from another. */
export function hashOf(request: unknown): string {
	return createHash('sha256').update(JSON.stringify(request)).digest('hex');
}

/** Worked out once for all items, as an expression takes its time. */
const runOf = perRun((context: IExecuteFunctions): string => (isTool(context) ? 'tool' : asText(context.evaluateExpression('{{ $runIndex }}', 0))));

/** What is remembered under this name in this execution, so that it is not paid for again. */
export function recall(context: IExecuteFunctions, key: string): Note | undefined {
	const kept = notesOf(context)[key];
	if (!isData(kept)) return undefined;
	const { job_id, status_url, told, answer, read, files, stale, unclear, partial_text, said, attempt, price, secret } = kept;
	return {
		job_id: textOf(job_id),
		status_url: textOf(status_url),
		told: isData(told) ? told : undefined,
		answer,
		read,
		files,
		stale: stale === true || undefined,
		unclear: textOf(unclear),
		partial_text: textOf(partial_text),
		said,
		attempt: textOf(attempt),
		price: textOf(price),
		secret: secret === true,
	};
}

/** The names that begin so and have something remembered. */
export function rememberedNames(context: IExecuteFunctions, beginning: string): string[] {
	return Object.keys(notesOf(context)).filter((name) => name.startsWith(beginning));
}

/**
 * Keeps a note in n8n's own storage; it survives Retry On Fail, and a pause. Of one that is larger than the item's share
 * of what n8n can store there is left what names the job, or says that it is not to be paid for again.
 */
export function remember(context: IExecuteFunctions, key: string, note: Note): void {
	const { answer, read, files, said } = note;
	const whole = { ...note, answer: valueOf(answer), read: valueOf(read), files: valueOf(files), said: valueOf(said) };
	notesOf(context)[key] = JSON.stringify(whole).length <= shareIn(context) ? whole : nameIn(note);
}

function nameIn({ job_id, status_url, told, attempt, price, secret, unclear }: Note): IDataObject {
	const isNamed = job_id !== undefined || status_url !== undefined;
	return { job_id, status_url, told, attempt, price, secret, unclear: unclear ?? (isNamed ? undefined : 'its answer is too large to be remembered') };
}

/** Forgets what came to nothing, so that a retry makes it anew. */
export function forget(context: IExecuteFunctions, key: string): void {
	delete notesOf(context)[key];
}

/** Forgets the secrets that the node has given out: its output holds them, and nothing else needs to. */
export function forgetSecrets(context: IExecuteFunctions): void {
	for (const [key, note] of Object.entries(notesOf(context))) if (dataOf(note).secret === true) forget(context, key);
}

/** What n8n keeps of what this run of the node has spent, to be written to; a tool's run has nothing until its call has a name. */
export function spentByRun(context: IExecuteFunctions): IDataObject {
	return isTool(context) ? {} : spentBy(context, runOf(context));
}

/** The same of what runs under a name, such as an agent's call, and what ran under it before and failed. */
export function spentBy(context: IExecuteFunctions, name: string): IDataObject {
	return within(within(storeOf(context), SPENT), name);
}

/** Forgets what was spent under a name. */
export function forgetSpent(context: IExecuteFunctions, name: string): void {
	delete within(storeOf(context), SPENT)[name];
}

function notesOf(context: IExecuteFunctions): IDataObject {
	return within(storeOf(context), NOTES);
}

/** An object that an object holds under a name, made where it is not there. */
function within(store: IDataObject, name: string): IDataObject {
	const held = dataOf(store[name]);
	store[name] = held;
	return held;
}

/** Where things are kept; n8n runs a tool outside of any workflow execution, too, and so without a place for them. */
const storeOf = perRun((context: IExecuteFunctions): IDataObject => {
	try {
		return context.getContext('node');
	} catch (error) {
		context.logger.debug(`What was submitted is remembered for this call only: ${messageOf(error)}`);
		return {};
	}
});
