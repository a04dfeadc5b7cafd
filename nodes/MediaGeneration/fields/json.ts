import type { IExecuteFunctions } from 'n8n-workflow';
import { inputFailure } from '../transport/errors';

/**
 * Reads a JSON field, which n8n gives as text or, from an expression, as the object itself. Empty counts
 * as `{}`.
 * @throws NodeOperationError naming the field when it is not a JSON object
 */
export function readJsonObject(
	context: IExecuteFunctions,
	label: string,
	given: unknown,
	itemIndex: number,
): Record<string, unknown> {
	const value = typeof given === 'string' ? parse(given) : (given ?? {});
	if (value === null || typeof value !== 'object' || Array.isArray(value)) {
		throw inputFailure(
			context.getNode(),
			`${label} must be a JSON object, such as {"seed": 7} (given: ${String(typeof given === 'string' ? given : JSON.stringify(given)).slice(0, 60)})`,
			itemIndex,
		);
	}
	return value as Record<string, unknown>;
}

function parse(text: string): unknown {
	if (text.trim() === '') return {};
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
