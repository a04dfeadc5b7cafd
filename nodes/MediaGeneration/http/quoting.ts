import { withDetails, type ErrorDetails } from '../failures/details';
import { asNodeFailure, type NodeFailure } from '../failures/failure';
import { cut } from '../support/bounded';
import { settled } from '../support/settled';
import type { Client } from './client';
import { redactText } from './redact';

const LONGEST_QUOTE = 80;

/** Adds to a failure what the request was about: the beginning of the prompt, the model, and what it may have cost, redacted. */
export async function withRequestQuoted(
	client: Client,
	error: unknown,
	{
		prompt,
		model,
		variant = client.variant?.variant,
		of = client.variant?.of,
		unclear_tries,
		unclear_cost_usd,
	}: Pick<
		ErrorDetails,
		'prompt' | 'model' | 'variant' | 'of' | 'unclear_tries' | 'unclear_cost_usd'
	>,
): Promise<NodeFailure> {
	const credential = await settled(client.credential('generateImage'));
	// Unreadable secrets cannot be looked for, so nothing is quoted then.
	const secrets = credential.status === 'fulfilled' ? credential.value.secrets : undefined;
	const shown = (text: string | undefined) => secrets && text && redactText(text, secrets);
	return withDetails(redacted(asNodeFailure(client, error), secrets), {
		prompt: cut(shown(prompt) ?? '', LONGEST_QUOTE) || undefined,
		model: shown(model),
		variant,
		of,
		unclear_tries,
		unclear_cost_usd,
	});
}

/** A failure whose words, which may quote a wrong value, are redacted. */
function redacted(failure: NodeFailure, secrets: readonly string[] = []): NodeFailure {
	const { message, description, stack = '' } = failure;
	failure.message = redactText(message, secrets);
	failure.stack = redactText(stack, secrets);
	if (description) failure.description = redactText(description, secrets);
	return failure;
}
