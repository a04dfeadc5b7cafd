import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { walk } from '../answers/core/walk';
import { jobIdsIn } from '../answers/job/ids';
import type { Client } from '../http/client';
import { dataOf } from '../support/data';
import { Rejection } from './rejection';

const LONGEST_CHALLENGE = 1_000;
/** A challenge in a body has few fields beside it. */
const MOST_BESIDE = 3;
/** What services call a challenge in the query of an address. */
const IN_QUERY = ['hub.challenge', 'challenge', 'validationToken'];

/**
 * Answers a service that checks the address before it uses it: with its challenge, as plain text. Nothing where a
 * request is a delivery. No secret is asked for, as nothing is told but what the sender knows, and nothing starts.
 * @throws Rejection 404 for a GET without a challenge
 */
export function answerToCheck({
	context,
}: Client<IWebhookFunctions>): IWebhookResponseData | undefined {
	const { method = 'POST' } = context.getRequestObject();
	const isEmpty = dataOf(context.getHeaderData())['content-length'] === '0';
	if (method === 'POST' && !isEmpty) return undefined;
	const query = dataOf(context.getQueryData());
	const challenge = IN_QUERY.map((name) => query[name]).find(isChallenge);
	if (challenge === undefined && method === 'POST') return undefined;
	if (challenge === undefined && method !== 'HEAD')
		throw new Rejection(
			404,
			'Finished jobs are delivered here with POST; a GET needs a challenge in its query',
		);
	// Else a browser would take for HTML what a stranger has put into a link.
	context
		.getResponseObject()
		.setHeader('Content-Type', 'text/plain; charset=utf-8')
		.setHeader('X-Content-Type-Options', 'nosniff');
	return { webhookResponse: challenge ?? '' };
}

/** The challenge in a body; nothing where that is about a job. */
export function challengeIn(body: object): string | undefined {
	const { challenge, ...others } = dataOf(body);
	const isOne = isChallenge(challenge) && Object.keys(others).length <= MOST_BESIDE;
	return isOne && jobIdsIn(walk(others).places).length === 0 ? challenge : undefined;
}

const isChallenge = (value: unknown): value is string =>
	typeof value === 'string' && value !== '' && value.length <= LONGEST_CHALLENGE;
