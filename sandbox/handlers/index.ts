import type { Handler, Handlers } from '../http/handler';
import { modelList } from '../shapes';
import * as billing from './billing';
import { completeChat } from './chat';
import * as keys from './keys';
import * as media from './media';

/** "List models". */
const listModels: Handler<'listModels'> = async ({ models, speed }) => ({
	status: 200,
	body: modelList(models, speed),
});

/** What answers each endpoint of the contract. */
export const handlers: Handlers = { ...media, completeChat, listModels, ...billing, ...keys };
