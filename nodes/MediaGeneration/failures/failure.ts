import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { cut } from '../support/bounded';
import { messageOf } from '../support/data';
import type { NodeFailure } from './details';

export type { NodeFailure } from './details';

/** A variant of an item, numbered from 1. */
export interface Variant {
	variant: number;
	of: number;
}

/** The node and the item that a failure belongs to. */
export interface FailurePlace {
	readonly node: INode;
	readonly itemIndex?: number;
	readonly variant?: Variant;
}

/** The number of an item as people count, and of its variant. */
export const itemLabel = (place: {
	itemIndex?: number;
	variant?: Pick<Variant, 'variant'>;
}): string =>
	`${(place.itemIndex ?? 0) + 1}${place.variant ? ` (variant ${place.variant.variant})` : ''}`;

/** Anything that was thrown as an error of the node. */
export function asNodeFailure({ node, itemIndex }: FailurePlace, error: unknown): NodeFailure {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return withMessage(
		messageOf(error),
		new NodeOperationError(node, error instanceof Error ? error : messageOf(error), { itemIndex }),
	);
}

/** An error that this node found, with exactly this message. */
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

/** An error of the service or the connection, with exactly this message. */
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

/** n8n replaces a message that holds a code such as ECONNRESET. */
function withMessage<E extends NodeFailure>(message: string, error: E): E {
	error.message = short(message);
	return error;
}

const LONGEST_TEXT = 8_000;

const short = <T extends string | undefined>(text: T) =>
	text === undefined ? text : cut(text, LONGEST_TEXT);
