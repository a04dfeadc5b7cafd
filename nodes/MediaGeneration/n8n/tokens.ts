import { accumulateTokenUsage, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

/** How many tokens a model has read and written. */
export interface Tokens {
	read: number;
	written: number;
}

/** Adds tokens to those of the node's run, as n8n's own model nodes do. An n8n that does not count them has no function for it. */
export function countTokens(context: IExecuteFunctions, { read, written }: Tokens): void {
	accumulateTokenUsage?.(context, read, written);
}

/** The tokens of an item, in the field that n8n's log reads. */
export const tokenUsage = ({ read, written }: Tokens): IDataObject => ({
	tokenUsage: { promptTokens: read, completionTokens: written, totalTokens: read + written },
});
