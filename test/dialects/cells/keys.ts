import { scopes } from '../../../contract/scopes';
import { searchKeys } from '../../../nodes/MediaGeneration/editor/lists/searchKeys';
import { getScopes } from '../../../nodes/MediaGeneration/editor/lists/getScopes';
import { modelId } from '../../support/sandbox';
import { loadList } from '../../support/lists';
import { free, saidIn, type Cell, type Outcome } from '../cell';
import type { World } from '../world';

const keysOf = ({ running, account }: World) =>
	[...running.sandbox.state.keys.values()].filter(
		({ accountId }) => accountId === account.accountId,
	);
const newest = (world: World) => keysOf(world).at(-1)!;

/** Whether a secret opens the API. */
async function opens({ running }: World, secret: unknown): Promise<boolean> {
	const answer = await fetch(`${running.baseUrl}/v1/billing/balance`, {
		headers: { 'x-api-key': String(secret) },
	});
	return answer.status === 200;
}

/** An answer with a new key: its ID and its secret under their documented names. */
async function newKey(world: World, parameters: object): Promise<Outcome> {
	const result = await world.node({ resource: 'apiKey', ...parameters });
	const { key_id: id, secret_key: secret } = result.items[0]?.json ?? {};
	return {
		...saidIn(result),
		id: id === newest(world).id ? 'right' : JSON.stringify(result.items[0]?.json),
		secret:
			typeof secret === 'string' && (await opens(world, secret)) ? 'opens' : JSON.stringify(secret),
		whole: typeof secret === 'string',
	};
}

async function onNewest(world: World, operation: string): Promise<Outcome> {
	const { id } = newest(world);
	const result = await world.node({ resource: 'apiKey', operation, keyId: modelId(id) });
	const now = world.running.sandbox.state.keys.get(id);
	const told = JSON.stringify(result.items[0]?.json.key_id);
	return {
		...saidIn(result),
		now: now?.status ?? 'gone',
		items: result.items.length,
		id: told === JSON.stringify(id) ? 'right' : JSON.stringify(result.items[0]?.json),
		whole: true,
	};
}

async function many(world: World): Promise<Outcome> {
	const result = await world.node({ resource: 'apiKey', operation: 'getMany', returnAll: true });
	const ids = keysOf(world).map(({ id }) => id);
	const told = result.items.map(({ json }) => json.key_id);
	return {
		...saidIn(result),
		missing: ids.filter((id) => !told.includes(id)).length,
		extra: told.length - ids.length,
		whole: told.length >= ids.length,
	};
}

async function scopeList(world: World): Promise<Outcome> {
	const result = await world.node({ resource: 'apiKey', operation: 'getScopes' });
	const told = result.items.map(({ json }) => json.scope);
	return { ...saidIn(result), scopes: told, whole: told.length >= Object.keys(scopes).length };
}

/** The lists of the editor: lines to choose from. */
async function picker(world: World): Promise<Outcome> {
	const { results } = await loadList(
		{ resource: 'apiKey', operation: 'revoke' },
		world.credentials,
		async (context) => await searchKeys.call(context),
	);
	const values = results.map(({ value }) => value);
	const keys = keysOf(world);
	const named = results.filter(({ name, value }) =>
		keys.some((key) => key.id === value && name.includes(key.name)),
	);
	return {
		missing: keys.filter(({ id }) => !values.includes(id)).length,
		unnamed: results.length - named.length,
		whole: values.length >= keys.length,
	};
}

/** A session that has ended: said, whether the service refuses it or wants somebody to sign in. */
async function withoutSession(world: World): Promise<Outcome> {
	const session = {
		...world.credentials.mediaGenerationSessionApi,
		sessionToken: 'one that has ended',
	};
	const result = await world.node(
		{ resource: 'apiKey', operation: 'getMany', returnAll: true },
		{ credentials: { ...world.credentials, mediaGenerationSessionApi: session } },
	);
	const said = [result.error?.message, result.error?.description].join(' ');
	return { session: /session/i.test(said) ? 'to be renewed' : said, whole: true };
}

const created = { id: 'right', secret: 'opens' };
const changed = (now: string) => ({ now, items: 1, id: 'right' });

/** The scopes of the form. */
async function scopeOptions(world: World): Promise<Outcome> {
	const options = await loadList(
		{ resource: 'apiKey', operation: 'create' },
		world.credentials,
		async (context) => await getScopes.call(context),
	);
	return { scopes: options.map(({ value }) => value), whole: true };
}

const creating = { operation: 'create', name: 'Nightly', scopes: ['image:*', 'billing:read'] };
const allScopes = { scopes: Object.keys(scopes) };

/** API keys, from their creation to their end. Each cell goes on with the key that the last left. */
export const keyCells: readonly Cell[] = [
	free('key: create', created, (world) => newKey(world, creating)),
	free('key: rotate', created, (world) =>
		newKey(world, { operation: 'rotate', keyId: modelId(newest(world).id) }),
	),
	free('key: session that has ended', { session: 'to be renewed' }, withoutSession),
	free('key: get many', { missing: 0, extra: 0 }, many),
	free('key: picker', { missing: 0, unnamed: 0 }, picker),
	free('key: scopes', allScopes, scopeList),
	free('key: scope options', allScopes, scopeOptions),
	free('key: revoke', changed('revoked'), (world) => onNewest(world, 'revoke')),
	free('key: reactivate', changed('active'), (world) => onNewest(world, 'reactivate')),
	free('key: delete', changed('gone'), (world) => onNewest(world, 'delete')),
];
