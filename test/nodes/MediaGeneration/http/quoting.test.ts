import type { IExecuteFunctions } from 'n8n-workflow';
import { detailsOf } from '../../../../nodes/MediaGeneration/failures/details';
import { Client } from '../../../../nodes/MediaGeneration/http/client';
import { withRequestQuoted } from '../../../../nodes/MediaGeneration/http/quoting';

const KEY = 'a-key-of-some-length';
const clientWith = (apiKey: string) =>
	new Client({
		getNode: () => ({ name: 'n', type: 'x.mediaGeneration' }),
		getCredentials: async () => await Promise.resolve({ baseUrl: 'https://api.example', apiKey }),
	} as unknown as IExecuteFunctions);
const quoted = async (about: Parameters<typeof withRequestQuoted>[2], apiKey = KEY) =>
	detailsOf(await withRequestQuoted(clientWith(apiKey), new Error('no'), about));

test.each([
	['a short prompt is told whole', 'x'.repeat(80), 'x'.repeat(80)],
	['of a long one its beginning', 'x'.repeat(81), `${'x'.repeat(80)}…`],
	['no half character is told', `${'x'.repeat(79)}🦊🦊`, `${'x'.repeat(79)}…`],
	['no secret is told, nor its beginning', `${'x'.repeat(70)}${KEY}`, `${'x'.repeat(70)}[hidden]`],
])('%s', async (_, prompt, quote) => {
	const about = { model: `m-${KEY}`, unclear_tries: 2, unclear_cost_usd: 0.2 };
	expect(await quoted({ prompt, ...about })).toStrictEqual({
		...about,
		prompt: quote,
		model: 'm-[hidden]',
	});
});

test('what was not asked for is not told, and nothing where the credential cannot be read', async () => {
	expect(await quoted({})).toStrictEqual({});
	expect(await quoted({ prompt: 'a fox', unclear_tries: 1 }, '')).toStrictEqual({
		unclear_tries: 1,
	});
});
