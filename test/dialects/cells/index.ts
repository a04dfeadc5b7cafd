import type { Cell } from '../cell';
import { billingCells } from './billing';
import { callbackCells } from './callbacks';
import { chatCells } from './chat';
import { keyCells } from './keys';
import { mediaCells } from './media';
import { modelCells } from './models';

/** Every operation, trigger and pause, in the order in which they are run: what spends before the history of it. */
export const cells: readonly Cell[] = [
	...mediaCells,
	...callbackCells,
	...chatCells,
	...modelCells,
	...keyCells,
	...billingCells,
];
