import type { Resource } from '../core/operation';
import { billing } from './billing';
import { image } from './image';
import { model } from './model';

/** Everything the node can do. The first is what a new node starts with. */
export const resources: Resource[] = [image, billing, model];
