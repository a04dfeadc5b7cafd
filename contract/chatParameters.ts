import type { ParameterRow } from './parameters';

/** The knobs of "Chat completions" in the API document. @assumed `max_tokens` is at least 1 */
export const chatParameters = {
	temperature: { label: 'Temperature', type: 'number', min: 0, max: 2 },
	top_p: { label: 'Top P', type: 'number', min: 0, max: 1 },
	max_tokens: { label: 'Maximum Tokens', type: 'integer', min: 1 },
} as const satisfies Record<string, ParameterRow>;
