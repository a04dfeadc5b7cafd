import { ApiError } from '../errors';
import type { Handler, Handlers } from '../http/handler';
import { modelList } from '../shapes';
import { getBalance } from './billing';
import { editImage, generateImage, getImageJob, getVideoJob } from './media';

const later: Handler = async () => {
	throw new ApiError(501, 'not_found', 'Not served yet');
};

/** "List models". */
const listModels: Handler = async ({ models }) => ({ status: 200, body: modelList(models) });

/** What answers each endpoint of the contract. */
export const handlers: Handlers = {
	generateImage,
	getImageJob,
	editImage,
	generateVideo: later,
	getVideoJob,
	completeChat: later,
	listModels,
	getBalance,
	getTransactions: later,
	estimateCost: later,
	setLimits: later,
	getScopes: later,
	listKeys: later,
	createKey: later,
	deleteKey: later,
	revokeKey: later,
	reactivateKey: later,
	rotateKey: later,
};
