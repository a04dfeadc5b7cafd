import { createKey } from './apiKey/create.operation';
import { deleteKey } from './apiKey/delete.operation';
import { getManyKeys } from './apiKey/getMany.operation';
import { getScopes } from './apiKey/getScopes.operation';
import { reactivateKey } from './apiKey/reactivate.operation';
import { revokeKey } from './apiKey/revoke.operation';
import { rotateKey } from './apiKey/rotate.operation';
import { estimateCost } from './billing/estimateCost.operation';
import { getBalance } from './billing/getBalance.operation';
import { getTransactions } from './billing/getTransactions.operation';
import { setLimits } from './billing/setLimits.operation';
import { completeChat } from './chat/complete.operation';
import { describeImage } from './image/describe.operation';
import { editImage } from './image/edit.operation';
import { generateImage } from './image/generate.operation';
import { getImageJob } from './image/getJob.operation';
import { imageTools } from './image/tools';
import { getManyEntries } from './ledger/getMany.operation';
import { getModel } from './model/get.operation';
import { getManyModels } from './model/getMany.operation';
import { generateVideo } from './video/generate.operation';
import { getVideoJob } from './video/getJob.operation';
import { videoTools } from './video/tools';
import type { Resource } from '../run/operation';

/** Everything the node can do. The first is what a new node starts with. */
export const resources: Resource[] = [
	{
		value: 'image',
		name: 'Image',
		operations: [generateImage, editImage, ...imageTools, describeImage, getImageJob],
	},
	{ value: 'video', name: 'Video', operations: [generateVideo, ...videoTools, getVideoJob] },
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
		operations: [createKey, getManyKeys, rotateKey, revokeKey, reactivateKey, deleteKey, getScopes],
	},
];
