import { endpoints } from '../../contract/endpoints';
import { nanosToNumber, nanosToUsd } from '../../contract/money';
import type { ApiKeyRecord, CreatedKey } from '../../contract/schemas/keys';
import type { ListedModel } from '../../contract/schemas/models';
import type { Call } from '../http/handler';
import type { LedgerEntry } from '../state';
import { fieldsOf, fill, isFields, merge, type Template, type Values } from './fill';
import { tellPage } from './pages';
import type { Speaker, Teller, Told } from './speaker';

/** An answer from a row that has its own status; with 204 there is no body. */
const told = ({ status, body }: { status: number; body: Template }, values: Values): Told => ({
	status,
	body: status === 204 ? undefined : fill(body, values),
});

const unixOf = (instant: string) => Math.floor(Date.parse(instant) / 1000);

/** The balance: dollars under their documented names, nanos under names that end as the document says. */
export const tellBalance: Teller = ({ choices }, { status, body }) => {
	const { nanos, usd } = choices.billing;
	const exact = Object.entries(body as Record<string, number>).filter(([name]) =>
		name.endsWith('_nanos'),
	);
	const amounts = exact.flatMap(([field, amount]) => {
		const name = field.replace(/_nanos$/, '');
		const dollars = nanosToNumber(BigInt(amount)).toFixed(usd.digits);
		return [
			[`${name}_usd`, usd.as === 'text' ? dollars : Number(dollars)],
			[nanos.field.replace('$', name), nanos.as === 'text' ? String(amount) : amount],
		];
	});
	return { status, body: Object.fromEntries(amounts) };
};

/** What an operation would cost. */
export const tellEstimate: Teller = ({ choices }, { status, body }) => {
	const { estimate, estimateEnvelope } = choices.billing;
	const { model, estimated_cost_nanos } = body as { model: string; estimated_cost_nanos: number };
	const filled = fill(estimate, { model, ...amountsOf(BigInt(estimated_cost_nanos)) });
	return { status, body: fill(estimateEnvelope, { body: filled }) };
};

/** The limits as they are now. */
export const tellLimits: Teller = ({ choices }, { body }) => {
	const limits = body as Values;
	return told(choices.billing.limits, {
		daily: limits.daily_limit_usd,
		monthly: limits.monthly_limit_usd,
		dailyNanos: limits.daily_limit_nanos,
		monthlyNanos: limits.monthly_limit_nanos,
	});
};

/** The handler checks a query of its own; the dialect has another, and pages by itself. */
export const hearTransactions = (_: Speaker, call: Call): Call => ({ ...call, query: {} });

/** A page of the history, newest first. */
export const tellTransactions: Teller = (speaker, _, { caller, query }) => {
	const { entry: shape, ...list } = speaker.choices.transactions;
	const entries = [...caller.account.entries]
		.reverse()
		.map((entry) => ({ id: entry.id, entry: fill(shape, transactionValues(entry)) }));
	return tellPage(speaker, list, { path: endpoints.getTransactions.path, entries }, query);
};

function transactionValues({ id, type, amountNanos, jobId, description, at }: LedgerEntry): Values {
	const instant = new Date(at).toISOString();
	const amounts = amountsOf(amountNanos);
	return { id, type, jobId, text: description, at: instant, unix: unixOf(instant), ...amounts };
}

const amountsOf = (nanos: bigint): Values => ({
	cents: Number(nanos) / 10_000_000,
	nanos: Number(nanos),
	nanosText: nanos.toString(),
	usd: nanosToNumber(nanos),
	usdText: nanosToUsd(nanos),
});

/** A new key, with its secret this once. */
export const tellCreatedKey: Teller = (speaker, { body }) => ({
	status: speaker.choices.key.created,
	body: withSecret(speaker, body as CreatedKey, speaker.choices.key.secret),
});

/** A replacement, and the original beside it. */
export const tellRotatedKey: Teller = (speaker, { body }, { params }) => {
	const { created, rotated, rotation } = speaker.choices.key;
	const key = withSecret(speaker, body as CreatedKey, rotated);
	const extra = fieldsOf(rotation, { originalId: params.key_id });
	return { status: created, body: isFields(key) ? merge(extra, key) : key };
};

/** The keys of an account. */
export const tellKeys: Teller = (speaker, { body }, { query }) => {
	const { data } = body as { data: ApiKeyRecord[] };
	const entries = data.map((record) => ({ id: record.key_id, entry: recordOf(speaker, record) }));
	return tellPage(speaker, speaker.choices.keys, { path: endpoints.listKeys.path, entries }, query);
};

/** That a key was revoked or reactivated. */
export const tellChangedKey: Teller = (speaker, { body }) =>
	told(speaker.choices.key.change, { record: recordOf(speaker, body as ApiKeyRecord) });

/** That a key is gone. */
export const tellDeletedKey: Teller = ({ choices }, _, { params }) =>
	told(choices.key.deletion, { id: params.key_id });

/** The scopes, which are documented; nothing else of the list is. */
export const tellScopes: Teller = ({ choices }, { body }) => {
	const { data } = body as { data: Array<{ scope: string; access: string }> };
	const texts = data.map(({ scope }) => scope);
	const groups = [...new Set(texts.map((scope) => scope.split(':')[0]))].map((group) => ({
		group,
		scopes: texts.filter((scope) => scope.startsWith(`${group}:`)),
	}));
	const byScope = Object.fromEntries(data.map(({ scope, access }) => [scope, access]));
	return told({ status: 200, body: choices.key.scopes }, { each: data, texts, byScope, groups });
};

function withSecret(
	speaker: Speaker,
	{ secret_key: secret, ...record }: CreatedKey,
	wraps: Template,
): unknown {
	const plain = recordOf(speaker, record);
	return fill(wraps, { plain, record: { ...plain, secret_key: secret }, secret });
}

function recordOf({ choices }: Speaker, record: ApiKeyRecord): Values {
	const { scopes, status, created_at: at } = record;
	const revoked = status === 'revoked';
	return fieldsOf(choices.key.record, {
		id: record.key_id,
		name: record.name,
		scopes,
		scopeText: scopes.join(' '),
		scopeObjects: scopes.map((scope) => ({ scope })),
		status,
		STATUS: status.toUpperCase(),
		active: !revoked,
		revoked,
		revokedAt: revoked ? at : null,
		at,
		unix: unixOf(at),
		used: record.last_used_at,
	});
}

/** "List models". */
export const tellModels: Teller = (speaker, { body }, { query }) => {
	const { data } = body as { data: ListedModel[] };
	const { models } = speaker.choices;
	const entries = data.map((model) => ({ id: model.id, entry: modelOf(speaker, model) }));
	return tellPage(speaker, models, { path: endpoints.listModels.path, entries }, query);
};

function modelOf({ choices }: Speaker, model: ListedModel): unknown {
	const { id, name, type: kind, status, pricing, eta_seconds: eta } = model;
	const { entry, price } = choices.models;
	// Without an exponent, and without the noise of binary fractions.
	const per = (usd = '0') => (Number(usd) * price.per).toFixed(12).replace(/\.?0+$/, '');
	const ofChat = { in: per(pricing.prompt), out: per(pricing.completion) };
	return fill(entry, {
		id,
		name,
		kind,
		status,
		isDeprecated: status === 'Deprecated',
		pricing: kind === 'chat' ? fieldsOf(price.pricing, ofChat) : pricing,
		eta,
	});
}
