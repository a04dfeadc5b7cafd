import type { Handlers } from '../http/handler';
import { completeChat } from './chat';
import { getImageJob, getVideoJob } from './jobs';
import * as keys from './keys';
import * as media from './media';
import { listModels } from './models';
import * as money from './money';

/** What answers each endpoint of the contract. */
export const handlers: Handlers = {
	...media,
	getImageJob,
	getVideoJob,
	completeChat,
	listModels,
	...money,
	...keys,
};
