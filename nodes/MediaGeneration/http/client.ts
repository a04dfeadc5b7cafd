import type { IExecuteFunctions, INode, IWebhookFunctions } from 'n8n-workflow';
import type { EndpointName } from '../../../contract/endpoints';
import type { Variant } from '../failures/failure';
import { isTool } from '../n8n/tool';
import { shareOf } from '../support/bounded';
import { newPace, type Pace } from './pace';
import {
	credentialFor,
	readCredential,
	type Context,
	type Credential,
	type CredentialName,
} from './readCredential';

/** One call of a node by n8n, with its credentials and its pace: made once and handed on, as n8n copies both anew each time. */
export class Client<C extends Context = Context> {
	readonly node: INode;
	/** The item that the client works for; errors name it. */
	readonly itemIndex: number = 0;
	/** Of the request in the run: that of the item, unless items have variants. */
	readonly index: number = 0;
	readonly variant?: Variant;
	readonly pace: Pace = newPace();

	/** An agent reads them only in the answer. */
	readonly warnings: string[] = [];

	private readonly told = new Set<string>();
	private readonly credentials = new Map<CredentialName, Promise<Credential>>();

	constructor(readonly context: C) {
		this.node = context.getNode();
	}

	/** The same client for another item. */
	item(itemIndex: number, index = itemIndex, variant?: Variant): this {
		const own: this = Object.create(this, {
			itemIndex: { value: itemIndex },
			index: { value: index },
			variant: { value: variant },
		});
		return own;
	}

	get isTool(): boolean {
		return isTool(this.node);
	}

	/** Whether the other items go on when one fails. A tool has only one; in a webhook, n8n tells the settings alone. */
	get goesOn(): boolean {
		const { onError, continueOnFail } = this.node;
		if (this.isTool) return false;
		if ('continueOnFail' in this.context) return this.context.continueOnFail();
		return onError === undefined ? continueOnFail === true : onError !== 'stopWorkflow';
	}

	get stop(): AbortSignal | undefined {
		return 'getExecutionCancelSignal' in this.context
			? this.context.getExecutionCancelSignal()
			: undefined;
	}

	/** Each item's part of what n8n is to store of a run, in characters of JSON; a delivery has one. */
	get share(): number {
		return shareOf('getExecuteData' in this.context ? this.context.getInputData().length : 1);
	}

	/** Adds a hint to the output panel, in an execution; the same once for all items. */
	tell(message: string, type: 'info' | 'warning'): void {
		if (this.told.has(message) || !('addExecutionHints' in this.context)) return;
		this.told.add(message);
		if (type === 'warning') this.warnings.push(message);
		this.context.addExecutionHints({ message, type, location: 'outputPane' });
	}

	/** The credential that an endpoint is called with. @throws NodeOperationError as {@link readCredential} */
	async credential(endpoint: EndpointName): Promise<Credential> {
		const name = credentialFor(endpoint);
		const known = this.credentials.get(name) ?? readCredential(this.context, name);
		this.credentials.set(name, known);
		// A failed read is not cached.
		known.catch(() => this.credentials.delete(name));
		return await known;
	}

	/** @throws as {@link credential} */
	async baseUrl(endpoint: EndpointName): Promise<string> {
		const { baseUrl } = await this.credential(endpoint);
		return baseUrl;
	}
}

/** A client within an execution. */
export type ExecutionClient = Client<IExecuteFunctions>;

/** A client that can put files into n8n's store: at work, or woken by a delivery. */
export type FileClient = Client<IExecuteFunctions | IWebhookFunctions>;
