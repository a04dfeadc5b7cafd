import { NodeApiError, NodeOperationError, type IExecuteFunctions, type INode } from 'n8n-workflow';
import { cut } from '../support/bounded';
import { messageOf } from '../support/data';
import type { NodeFailure } from './details';
import { isTool } from '../n8n/tool';

export type { NodeFailure } from './details';

/** Whether items that fail leave the others going. A tool has one item, and answers by itself. */
export function goesOn(context: IExecuteFunctions): boolean {
	return !isTool(context) && context.continueOnFail();
}

/** Anything thrown, as an error that n8n shows with the item's number. */
export function asNodeFailure(node: INode, error: unknown, itemIndex: number): NodeFailure {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return saying(messageOf(error), new NodeOperationError(node, error instanceof Error ? error : messageOf(error), { itemIndex }));
}

/** The error of what this node itself finds, under this very message. */
export function nodeFailure(node: INode, message: string, description?: string, itemIndex?: number): NodeOperationError {
	return saying(message, new NodeOperationError(node, short(message), { itemIndex, description: short(description) }));
}

/** The error of what the service answers, or does not, under this very message. */
export function apiError(node: INode, message: string, description: string | undefined, itemIndex: number, status?: number): NodeApiError {
	return saying(message, new NodeApiError(node, {}, { message: short(message), description: short(description), itemIndex, httpCode: status?.toString() }));
}

/** n8n puts a text of its own in place of a message that holds a code such as ECONNRESET, be it that one may send again at once. */
function saying<E extends NodeFailure>(message: string, error: E): E {
	error.message = short(message);
	return error;
}

/** More than a person reads of an error. */
const LONGEST_TEXT = 8_000;

const short = <T extends string | undefined>(text: T) => (text === undefined ? text : cut(text, LONGEST_TEXT));
