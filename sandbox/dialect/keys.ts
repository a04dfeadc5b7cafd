import { endpoints } from '../../contract/endpoints';
import type { ApiKeyRecord, CreatedKey } from '../../contract/schemas/keys';
import { fill, merge, isFields, fieldsOf, type Template, type Values } from './fill';
import { tellPage } from './pages';
import { strayIds, type Speaker, type Teller } from './speaker';

/** A new key, with its secret this once. */
export const tellCreatedKey: Teller = (speaker, { body }) => ({
	status: speaker.choices.key.created,
	body: withSecret(speaker, body as CreatedKey, speaker.choices.key.secret),
});

/** A replacement, and the original beside it. */
export const tellRotatedKey: Teller = (speaker, { body }, { params }) => {
	const { created, rotated, rotation } = speaker.choices.key;
	const told = withSecret(speaker, body as CreatedKey, rotated);
	const extra = fieldsOf(rotation, { originalId: params.key_id });
	return { status: created, body: isFields(told) ? merge(extra, told) : told };
};

/** The keys of an account. */
export const tellKeys: Teller = (speaker, { body }, { query }) => {
	const { data } = body as { data: ApiKeyRecord[] };
	const entries = data.map((record) => ({ id: record.key_id, entry: recordOf(speaker, record) }));
	return tellPage(speaker, speaker.choices.keys, { path: endpoints.listKeys.path, entries }, query);
};

/** That a key was revoked or reactivated. */
export const tellChangedKey: Teller = (speaker, { body }) => {
	const { status, body: template } = speaker.choices.key.change;
	return {
		status,
		body:
			status === 204
				? undefined
				: fill(template, { record: recordOf(speaker, body as ApiKeyRecord) }),
	};
};

/** That a key is gone. */
export const tellDeletedKey: Teller = (speaker, _, { params }) => {
	const { status, body } = speaker.choices.key.deletion;
	return { status, body: status === 204 ? undefined : fill(body, { id: params.key_id }) };
};

/** The scopes, which are documented; nothing else of the list is. */
export const tellScopes: Teller = (speaker, { body }) => {
	const { data } = body as { data: Array<{ scope: string; access: string }> };
	const byScope = Object.fromEntries(data.map(({ scope, access }) => [scope, access]));
	const texts = data.map(({ scope }) => scope);
	const groups = [...new Set(texts.map((scope) => scope.split(':')[0]))].map((group) => ({
		group,
		scopes: texts.filter((scope) => scope.startsWith(`${group}:`)),
	}));
	return {
		status: 200,
		body: fill(speaker.choices.key.scopes, { ...strayIds, each: data, texts, byScope, groups }),
	};
};

function withSecret(
	speaker: Speaker,
	{ secret_key: secret, ...plain }: CreatedKey,
	wraps: Template,
): unknown {
	const record = recordOf(speaker, plain);
	return fill(wraps, {
		...strayIds,
		plain: record,
		record: { ...record, secret_key: secret },
		secret,
	});
}

function recordOf(
	{ choices }: Speaker,
	{ key_id, name, scopes, status, created_at, last_used_at }: ApiKeyRecord,
): Values {
	const revoked = status === 'revoked';
	return fieldsOf(choices.key.record, {
		id: key_id,
		name,
		scopes,
		scopeText: scopes.join(' '),
		scopeObjects: scopes.map((scope) => ({ scope })),
		status,
		STATUS: status.toUpperCase(),
		active: !revoked,
		revoked,
		revokedAt: revoked ? created_at : null,
		at: created_at,
		unix: Math.floor(Date.parse(created_at) / 1000),
		used: last_used_at,
	});
}
