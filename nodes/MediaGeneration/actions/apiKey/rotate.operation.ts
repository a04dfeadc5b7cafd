import { defineOperation } from '../../run/operation';
import { keyField, readKeyId, secretNotice } from './keyField';
import { keyIssuingBehavior } from './makeKey';
import { RISK_OF_CREATING } from './risks';

/** API Key > Rotate: "API keys" of the API document. */
export const rotateKey = defineOperation({
	value: 'rotate',
	name: 'Rotate',
	action: 'Rotate API key',
	description: 'Make a new key with the same scopes; the old key works until you revoke it',
	forAgents:
		'Makes a replacement of an API key with the same scopes, and answers with its secret. Give its key_id.',
	guarded: RISK_OF_CREATING,
	fields: [keyField, secretNotice],
	read: readKeyId,
	paid: keyIssuingBehavior('rotateKey', (key_id: string) => ({ path: { key_id } })),
});
