import type { Handler, Handlers } from '../http/handler';
import { modelList } from '../shapes';
import { estimateCost, getBalance, getTransactions, setLimits } from './billing';
import { completeChat } from './chat';
import {
	createKey,
	deleteKey,
	getScopes,
	listKeys,
	reactivateKey,
	revokeKey,
	rotateKey,
} from './keys';
import { editImage, generateImage, generateVideo, getImageJob, getVideoJob } from './media';

/** "List models". */
const listModels: Handler<'listModels'> = async ({ models, speed }) => ({
	status: 200,
	body: modelList(models, speed),
});

/** What answers each endpoint of the contract. */
export const handlers: Handlers = {
	generateImage,
	getImageJob,
	editImage,
	generateVideo,
	getVideoJob,
	completeChat,
	listModels,
	getBalance,
	getTransactions,
	estimateCost,
	setLimits,
	getScopes,
	listKeys,
	createKey,
	deleteKey,
	revokeKey,
	reactivateKey,
	rotateKey,
};
