import { getManyKeys, getScopes, keySwitches } from './apiKey/existingKeys';
import { createKey, rotateKey } from './apiKey/newKeys';
import { getBalance, getTransactions } from './billing/account';
import { estimateCost } from './billing/estimateCost.operation';
import { setLimits } from './billing/setLimits.operation';
import { completeChat } from './chat/complete.operation';
import { imageOperations } from './image/operations';
import { getManyEntries } from './ledger/getMany.operation';
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
