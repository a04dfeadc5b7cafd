import { accumulateTokenUsage, type IExecuteFunctions } from 'n8n-workflow';

/** The tokens that a model has read and written. */
export interface Tokens {
	read: number;
	written: number;
}

/** Counts tokens for the node's run, as n8n's model nodes do. An older n8n has no function for it. */
export function countTokens(context: IExecuteFunctions, { read, written }: Tokens): void {
	accumulateTokenUsage?.(context, read, written);
}
