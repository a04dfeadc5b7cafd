import { withDetails, type ErrorDetails } from '../failures/details';
import { asNodeFailure, type NodeFailure } from '../failures/failure';
import { cut } from '../support/bounded';
import { settled } from '../support/settled';
import type { Client } from './client';
import { redactText } from './redact';

/** As much of a prompt as a person knows it by among others, in characters. */
const LONGEST_QUOTE = 80;

/**
 * What failed, with what it was about: the beginning of its prompt, the model, and what it may have cost. A secret may have
 * been pasted into the wrong field, so none is quoted.
 */
export async function withRequestQuoted(
	client: Client,
	error: unknown,
	{
		prompt,
		model,
		...told
	}: Pick<ErrorDetails, 'prompt' | 'model' | 'unclear_tries' | 'unclear_cost_usd'>,
): Promise<NodeFailure> {
	const credential = await settled(client.credential('generateImage'));
	// What cannot be read cannot be looked for, so nothing is quoted then.
	const secrets = credential.status === 'fulfilled' ? credential.value.secrets : undefined;
	const shown = (text: string | undefined) =>
		text === undefined || secrets === undefined ? undefined : redactText(text, secrets);
	return withDetails(asNodeFailure(client, error), {
		prompt: cut(shown(prompt) ?? '', LONGEST_QUOTE) || undefined,
		model: shown(model),
		...client.variant,
		...told,
	});
}
