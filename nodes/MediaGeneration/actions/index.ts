import type { Resource } from '../run/operation';
import { apiKey } from './apiKey';
import { billing } from './billing';
import { chat } from './chat';
import { image } from './image';
import { ledger } from './ledger';
import { model } from './model';
import { video } from './video';

/** Everything the node can do. The first is what a new node starts with. */
export const resources: Resource[] = [image, video, chat, model, billing, ledger, apiKey];
