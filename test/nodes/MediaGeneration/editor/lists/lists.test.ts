import type { FaultHook } from '../../../../../sandbox';
import { catalog } from '../../../../../contract/catalog';
import { scopes } from '../../../../../contract/scopes';
import { LmChatMediaGeneration } from '../../../../../nodes/MediaGeneration/LmChatMediaGeneration.node';
import { MediaGeneration } from '../../../../../nodes/MediaGeneration/MediaGeneration.node';
import { json } from '../../../../support/faults';
import { useSandbox } from '../../../../support/sandbox';
import { loadList } from '../../../../support/lists';
import { useMovedTime } from '../../../../support/time';

jest.mock('n8n-workflow', () =>
	jest
		.requireActual<typeof import('../../../../support/time')>('../../../../support/time')
		.withMovedSleep(),
);

useMovedTime();

let fault: FaultHook = () => undefined;
const sandbox = useSandbox({ faults: (request) => fault(request) });
afterEach(() => {
	fault = () => undefined;
});

const { listSearch, loadOptions } = new MediaGeneration().methods;
const places = {
	image: { resource: 'image', operation: 'generate' },
	studio: { resource: 'image', operation: 'edit' },
	video: { resource: 'video', operation: 'generate' },
	chat: { resource: 'chat', operation: 'complete' },
};
/** Where the second credential is shown. */
const managing = { resource: 'apiKey', operation: 'delete' };
const models = async (
	place: keyof typeof places,
	filter?: string,
	credentials = sandbox.credentials(),
) =>
	(
		await loadList(
			places[place],
			credentials,
			async (context) => await listSearch.searchModels.call(context, filter),
		)
	).results;
const idsOf = (results: Array<{ value: unknown }>) => results.map(({ value }) => value);
const inCatalog = (kind: string) =>
	catalog.filter((model) => model.kind === kind).map(({ id }) => id);

describe('the list of models', () => {
	test.each(['image', 'studio', 'video'] as const)(
		'of %s: those of the catalog and what the service has beside them, deprecated ones last',
		async (kind) => {
			const listed = await models(kind);
			expect(idsOf(listed)).toEqual(expect.arrayContaining(inCatalog(kind)));
			expect(idsOf(listed)).toEqual(expect.arrayContaining([expect.stringMatching(/^sandbox-/)]));
			const marks = listed.map(({ name }) => name.includes('(deprecated)'));
			expect(marks).toEqual([...marks].sort());
		},
	);

	test('a line tells the price and the time, where they are known', async () => {
		expect((await models('image')).find(({ value }) => value === 'model-dev')?.name).toMatch(
			/^model-dev — \$0\.10.*, ~\d+ s$/,
		);
		fault = ({ path }) =>
			path === '/v1/models'
				? {
						when: 'before',
						give: json(
							200,
							JSON.stringify({
								data: [
									{ id: 'plain', type: 'image' },
									{ id: 'gone', type: 'image', status: 'deprecated' },
								],
							}),
						),
					}
				: undefined;
		expect(
			(await models('image'))
				.filter(({ value }) => !inCatalog('image').includes(String(value)))
				.map(({ name }) => name),
		).toEqual(['plain', 'gone (deprecated)']);
	});

	test('a filter is words that a line must have, in any order and case', async () => {
		expect(idsOf(await models('image', 'DEV model'))).toContain('model-dev');
		for (const { name, description } of await models('image', 'DEV model'))
			expect(`${name} ${String(description)}`).toMatch(/dev/i);
		expect(await models('image', 'model-dev no-such-word')).toEqual([]);
		expect(await models('image', '  ')).toEqual(await models('image'));
	});

	test('of chats, also in the node that only chats', async () => {
		const listed = idsOf(await models('chat'));
		expect(listed).toEqual(expect.arrayContaining(['sandbox-chat-small', 'sandbox-chat-large']));
		expect(listed.filter((id) => catalog.some((model) => model.id === id))).toEqual([]);
		const model = new LmChatMediaGeneration();
		const { results } = await loadList(
			{},
			sandbox.credentials(),
			async (context) => await model.methods.listSearch.searchModels.call(context),
			model,
		);
		expect(idsOf(results)).toEqual(listed);
	});

	test('of an operation that is about all models: by the kind that is chosen', async () => {
		const chosen = async (kind: string) =>
			idsOf(
				(
					await loadList(
						{ resource: 'billing', operation: 'estimateCost', kind },
						sandbox.credentials(),
						async (context) => await listSearch.searchModels.call(context),
					)
				).results,
			);
		expect(await chosen('video')).toEqual(expect.arrayContaining(inCatalog('video')));
		expect(await chosen('studio')).toEqual(expect.arrayContaining(inCatalog('studio')));
		expect(await chosen('anything')).toEqual(expect.arrayContaining(inCatalog('image')));
	});

	test('without a credential: the catalog', async () => {
		expect(idsOf(await models('video', undefined, {})).sort()).toEqual(inCatalog('video').sort());
		expect(sandbox.requests()).toEqual([]);
	});

	test.each([500, 404, 410])(
		'while the service answers %d: the catalog, and a last line that says so, whatever is searched for',
		async (status) => {
			fault = () => ({ when: 'before', give: json(status, '{}') });
			const offline = {
				name: 'The service did not answer: only built-in models are listed',
				value: '',
			};
			const listed = await models('video');
			expect(listed.at(-1)).toEqual(offline);
			expect(idsOf(listed.slice(0, -1)).sort()).toEqual(inCatalog('video').sort());
			expect(await models('video', 'no-such-word')).toEqual([offline]);
			expect(await models('chat')).toEqual([offline]);
		},
	);

	test.each([401, 403])('a key that is refused with %d is told', async (status) => {
		fault = () => ({ when: 'before', give: json(status, '{"error":{"message":"no such key"}}') });
		await expect(models('image')).rejects.toThrow('no such key');
	});
});

describe('the list of scopes', () => {
	const listed = async () =>
		await loadList(
			managing,
			sandbox.credentials(),
			async (context) => await loadOptions.getScopes.call(context),
		);

	test('says what each opens', async () => {
		expect((await listed()).map(({ value }) => value)).toEqual(
			expect.arrayContaining(Object.keys(scopes)),
		);
		fault = () => ({
			when: 'before',
			give: json(200, '{"scopes":[{"scope":"image:*","description":"All of images"},"new:thing"]}'),
		});
		const own = await listed();
		expect(own).toEqual(
			expect.arrayContaining([
				{ name: 'All of images (image:*)', value: 'image:*' },
				{ name: 'new:thing', value: 'new:thing' },
			]),
		);
		expect(own).toHaveLength(2);
	});

	test.each([
		['cannot be asked', () => json(500, '{}')],
		['says none', () => json(200, '{}')],
	])('where the service %s: those of the document', async (_, give) => {
		fault = () => ({ when: 'before', give: give() });
		expect((await listed()).map(({ value }) => value)).toEqual(Object.keys(scopes));
	});
});

describe('the list of keys', () => {
	const listed = async (filter?: string) =>
		(
			await loadList(
				managing,
				sandbox.credentials(),
				async (context) => await listSearch.searchKeys.call(context, filter),
			)
		).results;
	const answering = (keys: object[]) => {
		fault = () => ({ when: 'before', give: json(200, JSON.stringify({ keys })) });
	};

	test('shows name, state and ID, and takes part of any', async () => {
		answering([
			{ key_id: 'k-1', name: 'Nightly', status: 'active' },
			{ key_id: 'k-2' },
			{ name: 'without an ID' },
		]);
		expect(await listed()).toEqual([
			{ name: 'Nightly (active) — k-1', value: 'k-1' },
			{ name: 'k-2', value: 'k-2' },
		]);
		expect(idsOf(await listed('NIGHT'))).toEqual(['k-1']);
		expect(idsOf(await listed('(Active'))).toEqual(['k-1']);
		expect(idsOf(await listed('k-2'))).toEqual(['k-2']);
		expect(await listed('k-3')).toEqual([]);
		answering([
			{ key_id: 'k-3', status: 'revoked' },
			{ key_id: 'k-4', name: 'Daily' },
		]);
		expect((await listed()).map(({ name }) => name)).toEqual(['(revoked) — k-3', 'Daily — k-4']);
	});

	test('tells keys of one name apart by the days on which they were made and last used', async () => {
		answering([
			{
				key_id: 'k-1',
				name: 'Intern',
				status: 'active',
				created_at: '2026-01-31T12:00:00Z',
				last_used_at: '2026-02-01T08:00:00.000Z',
			},
			{ key_id: 'k-2', name: 'Intern', created: 1_769_860_800, last_used_at: null },
			{ key_id: 'k-3', name: 'Intern', createdAt: '2026-01-31', lastUsed: 'never' },
		]);
		expect((await listed()).map(({ name }) => name)).toEqual([
			'Intern (active), made 2026-01-31, used 2026-02-01 — k-1',
			'Intern, made 2026-01-31 — k-2',
			'Intern, made 2026-01-31 — k-3',
		]);
	});

	test('offers nothing that a workflow would work out as an expression once it is chosen', async () => {
		answering([{ key_id: '={{ $env.SECRET }}' }, { key_id: 'k-1' }]);
		expect(idsOf(await listed())).toEqual(['k-1']);
	});

	test('a service that refuses is told, as there is nothing else to show', async () => {
		fault = () => ({ when: 'before', give: json(401, '{"error":{"message":"log in again"}}') });
		await expect(listed()).rejects.toThrow('log in again');
	});
});
