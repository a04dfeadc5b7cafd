import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { Kept } from '../jobs/kept';
import { asText, dataOf, isData, messageOf, textOf, valueOf } from '../support/data';
import type { ExecutionClient } from '../http/client';
import { lazily } from '../support/lazily';

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

/** Tells one request from another. */
export function hashOf(request: unknown): string {
	return createHash('sha256').update(JSON.stringify(request)).digest('hex');
}

/** What this execution remembers of what the node has sent, in n8n's own storage: it survives Retry On Fail, and a pause. */
export class Notes {
	private readonly store = lazily(() => storeOf(this.client));
	/** The run of the node, worked out once for all items, as an expression takes its time. */
	private readonly runName = lazily(() =>
		this.client.isTool
			? 'tool'
			: asText(this.client.context.evaluateExpression('{{ $runIndex }}', 0)),
	);

	constructor(private readonly client: ExecutionClient) {}

	/**
	 * The name under which a request is remembered: the run of the node, the item's place, and what was asked
	 * for. A retry of the node asks the same again; another round of a loop is another run. The calls of a tool
	 * are told apart by `inOneCall`.
	 */
	keyFor(place: string, request: unknown): string {
		return `${this.runName()}:${place}:${hashOf(request)}`;
	}

	/** What is remembered under this name in this execution, so that it is not paid for again. */
	recall(key: string): Note | undefined {
		const kept = this.all[key];
		return isData(kept) ? noteIn(kept) : undefined;
	}

	/** The names that begin so and have something remembered. */
	namesWith(beginning: string): string[] {
		return Object.keys(this.all).filter((name) => name.startsWith(beginning));
	}

	/**
	 * Keeps a note. Of one that is larger than the item's share of what n8n can store there is left what names the job, or
	 * says that it is not to be paid for again.
	 */
	remember(key: string, note: Note): void {
		const { answer, read, files, said } = note;
		const whole = {
			...note,
			answer: valueOf(answer),
			read: valueOf(read),
			files: valueOf(files),
			said: valueOf(said),
		};
		this.all[key] = JSON.stringify(whole).length <= this.client.share ? whole : nameIn(note);
	}

	/** Forgets what came to nothing, so that a retry makes it anew. */
	forget(key: string): void {
		delete this.all[key];
	}

	/** Forgets the secrets that the node has given out: its output holds them, and nothing else needs to. */
	forgetSecrets(): void {
		for (const [key, note] of Object.entries(this.all))
			if (dataOf(note).secret === true) this.forget(key);
	}

	/** What is kept of what this run of the node has spent, to be written to; a tool's run has nothing until its call has a name. */
	spentByRun(): IDataObject {
		return this.client.isTool ? {} : this.spentBy(this.runName());
	}

	/** The same of what runs under a name, such as an agent's call, and what ran under it before and failed. */
	spentBy(name: string): IDataObject {
		return within(within(this.store(), SPENT), name);
	}

	/** Forgets what was spent under a name. */
	forgetSpent(name: string): void {
		delete within(this.store(), SPENT)[name];
	}

	private get all(): IDataObject {
		return within(this.store(), NOTES);
	}
}

function noteIn({
	job_id,
	status_url,
	told,
	answer,
	read,
	files,
	stale,
	unclear,
	partial_text,
	said,
	attempt,
	price,
	secret,
}: IDataObject): Note {
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

function nameIn({ job_id, status_url, told, attempt, price, secret, unclear }: Note): IDataObject {
	const isNamed = job_id !== undefined || status_url !== undefined;
	return {
		job_id,
		status_url,
		told,
		attempt,
		price,
		secret,
		unclear: unclear ?? (isNamed ? undefined : 'its answer is too large to be remembered'),
	};
}

/** An object that an object holds under a name, made where it is not there. */
function within(store: IDataObject, name: string): IDataObject {
	const held = dataOf(store[name]);
	store[name] = held;
	return held;
}

/** Where things are kept; n8n runs a tool outside of any workflow execution, too, and so without a place for them. */
function storeOf({ context }: ExecutionClient): IDataObject {
	try {
		return context.getContext('node');
	} catch (error) {
		context.logger.debug(
			`What was submitted is remembered for this call only: ${messageOf(error)}`,
		);
		return {};
	}
}
