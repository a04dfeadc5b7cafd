import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { cut } from '../support/bounded';
import { messageOf } from '../support/data';
import type { NodeFailure } from './details';

export type { NodeFailure } from './details';

/** Which of several requests for one item, counted from 1. */
export interface Variant {
	variant: number;
	of: number;
}

/** Where something fails: n8n shows the node, and the item where it is one's. */
export interface FailurePlace {
	readonly node: INode;
	readonly itemIndex?: number;
	/** Which of several requests for the item. */
	readonly variant?: Variant;
}

/** An item as people count it, and which of its variants. */
export const itemLabel = ({
	itemIndex = 0,
	variant,
}: {
	itemIndex?: number;
	variant?: { variant: number };
}): string => (variant ? `${itemIndex + 1} (variant ${variant.variant})` : `${itemIndex + 1}`);

/** Anything thrown, as an error that n8n shows with the item's number. */
export function asNodeFailure({ node, itemIndex }: FailurePlace, error: unknown): NodeFailure {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return withMessage(
		messageOf(error),
		new NodeOperationError(node, error instanceof Error ? error : messageOf(error), { itemIndex }),
	);
}

/** The error of what this node itself finds, under this very message. */
export function nodeFailure(
	{ node, itemIndex }: FailurePlace,
	message: string,
	description?: string,
): NodeOperationError {
	return withMessage(
		message,
		new NodeOperationError(node, short(message), { itemIndex, description: short(description) }),
	);
}

/** The error of what the service answers, or does not, under this very message. */
export function apiError(
	{ node, itemIndex }: FailurePlace,
	message: string,
	description?: string,
	status?: number,
): NodeApiError {
	return withMessage(
		message,
		new NodeApiError(
			node,
			{},
			{
				message: short(message),
				description: short(description),
				itemIndex,
				httpCode: status?.toString(),
			},
		),
	);
}

/** n8n puts a text of its own in place of a message that holds a code such as ECONNRESET, be it that one may send again at once. */
function withMessage<E extends NodeFailure>(message: string, error: E): E {
	error.message = short(message);
	return error;
}

/** More than a person reads of an error. */
const LONGEST_TEXT = 8_000;

const short = <T extends string | undefined>(text: T) =>
	text === undefined ? text : cut(text, LONGEST_TEXT);
