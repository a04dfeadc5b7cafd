import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * What follows the webhook ID in a trigger's address, made from that ID: a part that tells triggers
 * apart, and the token. The same rule stands, as expressions, in the node's webhook paths, so that the
 * panel shows the whole address.
 */
export function addressOf(webhookId: string): { place: string; token: string } {
	const digest = (salt: string) => createHash('sha256').update(`${webhookId}:${salt}`).digest('hex');
	return { place: `media-${digest('place').slice(0, 8)}`, token: digest('token').slice(0, 32) };
}

const PLACE = 'media-{{ ($webhookId + ":place").hash("sha256").slice(0, 8) }}';
const TOKEN = '{{ ($webhookId + ":token").hash("sha256").slice(0, 32) }}';

/** The path that the panel shows, and the one beneath it that catches every other token, for n8n to evaluate. */
export const addressPaths = { shown: `=${PLACE}/${TOKEN}`, anyToken: `=${PLACE}/:token` };

/** Compares two secrets in a time that does not depend on where they differ. */
export function sameSecret(given: string, expected: string): boolean {
	const digest = (text: string) => createHash('sha256').update(text).digest();
	return timingSafeEqual(digest(given), digest(expected));
}
