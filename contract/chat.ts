import type { Problem, Values } from './catalog/request';
import { problemWith } from './catalog/rules';
import { chatParameters } from './chatParameters';

/** What is wrong with a chat request's knobs; messages are checked by their schema. */
export function checkChat(values: Values): Problem[] {
	return Object.entries(chatParameters).flatMap(([name, row]) => {
		const value = values[name];
		const found = value === undefined ? undefined : problemWith(name, row, value);
		return found ? [found] : [];
	});
}
