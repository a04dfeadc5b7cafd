/** What an agent could do with the operations on keys, for who decides whether it may. */
export const LOOKS =
	'It sees which keys you have and what keys can be allowed to do, but no secrets, and it changes nothing.';
export const MAKES = 'It creates a key that works, and sees its secret.';
export const SWITCHES =
	'It decides which of your keys work: whatever uses a key can stop working, and you can be locked out.';
