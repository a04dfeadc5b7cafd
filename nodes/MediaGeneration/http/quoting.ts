import { withSubject, type About } from '../failures/details';
import { asNodeFailure, type NodeFailure } from '../failures/failure';
import type { Client } from './client';
import { redactText } from './redact';
import { settled } from '../support/settled';

/**
 * What failed, with what it was about: the beginning of its prompt, the model, and what it may have cost. A secret may have
 * been pasted into the wrong field, so none is quoted.
 */
export async function quoting(
	client: Client,
	error: unknown,
	{ prompt, model, ...told }: About,
): Promise<NodeFailure> {
	const more = { ...client.variant, ...told };
	const credential = await settled(client.credential('generateImage'));
	// What cannot be read cannot be looked for, so nothing is quoted then.
	if (credential.status === 'rejected') return withSubject(asNodeFailure(client, error), more);
	const { secrets } = credential.value;
	const shown = (text: string | undefined) =>
		text === undefined ? undefined : redactText(text, secrets);
	return withSubject(asNodeFailure(client, error), {
		prompt: shown(prompt),
		model: shown(model),
		...more,
	});
}
