import { accumulateTokenUsage, type IExecuteFunctions } from 'n8n-workflow';

/** How many tokens a model has read and written. */
export interface Tokens {
	read: number;
	written: number;
}

/** Adds tokens to those of the node's run, as n8n's own model nodes do. An n8n that does not count them has no function for it. */
export function countTokens(context: IExecuteFunctions, { read, written }: Tokens): void {
	accumulateTokenUsage?.(context, read, written);
}
