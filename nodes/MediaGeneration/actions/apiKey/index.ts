import { defineResource } from '../../run/operation';
import { createKey } from './create.operation';
import { deleteKey } from './delete.operation';
import { getManyKeys } from './getMany.operation';
import { getScopes } from './getScopes.operation';
import { reactivateKey } from './reactivate.operation';
import { revokeKey } from './revoke.operation';
import { rotateKey } from './rotate.operation';

export const apiKey = defineResource({
	value: 'apiKey',
	name: 'API Key',
	operations: [createKey, getManyKeys, rotateKey, revokeKey, reactivateKey, deleteKey, getScopes],
});
