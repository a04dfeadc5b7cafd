/** What an agent could do with the operations on keys, for the person who may allow it. */
export const RISK_OF_READING =
	'It sees which keys you have and what keys can be allowed to do, but no secrets, and it changes nothing.';
export const RISK_OF_CREATING = 'It creates a key that works, and sees its secret.';
export const RISK_OF_SWITCHING =
	'It decides which of your keys work: whatever uses a key can stop working, and you can be locked out.';
