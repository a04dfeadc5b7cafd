import { createKey, getManyKeys, getScopes, keySwitches, rotateKey } from './apiKey/operations';
import { estimateCost, getBalance, getTransactions, setLimits } from './billing/operations';
import { completeChat } from './chat/operations';
import { imageOperations } from './image/operations';
import { getManyEntries } from './ledger/operations';
import { getManyModels, getModel } from './model/operations';
import { videoOperations } from './video/operations';
import type { Resource } from '../run/operation';

/** Everything the node can do. The first is what a new node starts with. */
export const resources: Resource[] = [
	{ value: 'image', name: 'Image', operations: imageOperations },
	{ value: 'video', name: 'Video', operations: videoOperations },
	{ value: 'chat', name: 'Chat', operations: [completeChat] },
	{ value: 'model', name: 'Model', operations: [getManyModels, getModel] },
	{
		value: 'billing',
		name: 'Billing',
		operations: [getBalance, getTransactions, estimateCost, setLimits],
	},
	{ value: 'ledger', name: 'Ledger', operations: [getManyEntries] },
	{
		value: 'apiKey',
		name: 'API Key',
		operations: [createKey, getManyKeys, rotateKey, ...keySwitches, getScopes],
	},
];
