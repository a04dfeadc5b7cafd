import { inspect } from 'node:util';
import {
	NodeHelpers,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
} from 'n8n-workflow';
import { MediaGenerationApi } from '../../credentials/MediaGenerationApi.credentials';
import { MediaGenerationSessionApi } from '../../credentials/MediaGenerationSessionApi.credentials';
import {
	readCredential,
	sessionProblem,
	type Context,
} from '../../nodes/MediaGeneration/http/readCredential';

const api = new MediaGenerationApi();
const session = new MediaGenerationSessionApi();

/** What n8n hands a node of a credential that it has stored. */
function given(
	type: ICredentialType,
	stored: ICredentialDataDecryptedObject,
): ICredentialDataDecryptedObject {
	return NodeHelpers.getNodeParameters(
		type.properties,
		stored as never,
		true,
		false,
		null,
		null,
	) as ICredentialDataDecryptedObject;
}

/** What the editor stores of a form. */
function saved(
	type: ICredentialType,
	form: ICredentialDataDecryptedObject,
): ICredentialDataDecryptedObject {
	return NodeHelpers.getNodeParameters(
		type.properties,
		form as never,
		false,
		false,
		null,
		null,
	) as ICredentialDataDecryptedObject;
}

/** What is seen of a form, by label. */
function seen(type: ICredentialType, form: ICredentialDataDecryptedObject): string[] {
	const values = {
		...Object.fromEntries(type.properties.map(({ name, default: value }) => [name, value])),
		...form,
	};
	return type.properties
		.filter(
			(property) =>
				property.type !== 'hidden' &&
				NodeHelpers.displayParameter(values as never, property, null, null),
		)
		.map(({ displayName }) => displayName);
}

async function read(data: ICredentialDataDecryptedObject) {
	const context = {
		getCredentials: async () => data,
		getNode: () => ({ name: 'Media Generation' }),
	};
	return await readCredential(context as unknown as Context, 'mediaGenerationApi');
}

const access = { baseUrl: 'https://media.example.com/api', apiKey: 'some-key' };
const on = { callbacksCarryProof: true, sharedSecret: 'sesame', proofHeader: 'X-Proof' };

test('two fields first, each with a hint that is seen', () => {
	for (const { properties } of [api, session])
		expect(properties.slice(0, 2).map(({ required, hint }) => ({ required, hint }))).toEqual(
			Array(2).fill({ required: true, hint: expect.stringMatching(/\.$/) }),
		);
	const first = ['Base URL', 'API Key', 'Callbacks Carry a Secret'];
	expect(seen(api, access)).toEqual(first);
	expect(seen(api, { ...access, ...on })).toEqual([
		...first,
		'Callback Secret',
		'Callback Secret Header',
	]);
});

test('what is secret is typed and stored as a secret', () => {
	const secrets = [...api.properties, ...session.properties]
		.filter(({ typeOptions }) => typeOptions?.password)
		.map(({ name }) => name);
	expect(secrets).toEqual(['apiKey', 'sharedSecret', 'sessionToken']);
});

test.each([api, session])('n8n tests $name by the function that answers in sentences', (type) => {
	expect(type).not.toHaveProperty('test');
});

test.each<[string, ICredentialDataDecryptedObject, string, string]>([
	['none was entered', {}, '', 'x-callback-secret'],
	['the switch is on', on, 'sesame', 'x-proof'],
	['no header was entered', { ...on, proofHeader: '' }, 'sesame', 'x-callback-secret'],
	['the switch is off', { ...on, callbacksCarryProof: false }, '', expect.anything()],
])('the callback secret where %s', async (_, form, callbackSecret, callbackHeader) => {
	const expected = { callbackSecret, callbackHeader };
	expect(await read({ ...access, ...form })).toMatchObject(expected);
	expect(await read(given(api, saved(api, { ...access, ...form })))).toMatchObject(expected);
});

test('a switch that is off stores no secret', () => {
	expect(saved(api, { ...access, ...on, callbacksCarryProof: false })).toEqual(access);
});

test.each([
	['media.example.com/api', 'https://media.example.com/api'],
	['  media.example.com/api/v1/ ', 'https://media.example.com/api'],
	['http://127.0.0.1:8787/api', 'http://127.0.0.1:8787/api'],
	['HTTPS://Media.Example.com:443/api/', 'https://media.example.com/api'],
	['http://media.example.com:80', 'http://media.example.com'],
])('a Base URL of %j is %s', async (baseUrl, normal) => {
	expect(await read({ ...access, baseUrl })).toMatchObject({ baseUrl: normal });
});

test.each([
	['https://user:hush-hush@media.example.com/api', /must not contain a user name or a password/],
	['https://media.example.com/api?key=hush-hush', /must not contain \? or #/],
	['https://media.example.com/api/v1#hush-hush', /must not contain \? or #/],
	['https://user:hush@hush-hush@[bad', /must be an address that begins with https/],
	['https://media example.com/api#hush-hush', /contains a space/],
	['https://user:hush-hush#1@media.example.com/api', /must be an address that begins with https/],
])('a Base URL of %j is refused, without what may be secret in it', async (baseUrl, message) => {
	const refusal: unknown = await read({ ...access, baseUrl }).catch((error: unknown) => error);
	expect(refusal).toMatchObject({
		message: expect.stringMatching(message),
		description: expect.stringContaining('Nothing was sent'),
	});
	expect(inspect(refusal)).not.toContain('hush-hush');
});

test('what an expression gives in place of a text is no text', async () => {
	const odd = { toString: 1 } as unknown as string;
	expect(await api.authenticate({ apiKey: odd }, { url: '' })).toMatchObject({
		headers: { 'x-api-key': '' },
	});
	const data = { mechanism: 'header', headerName: odd, sessionToken: odd };
	expect(await session.authenticate(data, { url: '' })).toMatchObject({ headers: { '': '' } });
	expect(sessionProblem(data)).toMatch(/^The credential’s Header Name must/);
});

describe('what was pasted with blanks and line breaks around it', () => {
	const pasted = (text: string) => `\ufeff ${text}\u00a0\r\n`;

	test('is read without them', async () => {
		const data = {
			...access,
			apiKey: pasted('some-key'),
			callbacksCarryProof: true,
			sharedSecret: pasted('sesame'),
			proofHeader: pasted('X-Proof'),
		};
		expect(await read(data)).toMatchObject({
			apiKey: 'some-key',
			secrets: ['some-key', 'sesame'],
			callbackSecret: 'sesame',
			callbackHeader: 'x-proof',
		});
		await expect(read({ ...access, apiKey: ' \n' })).rejects.toThrow(/API Key is empty/);
	});

	test('is sent without them: a key', async () => {
		expect(await api.authenticate({ apiKey: pasted('some-key') }, { url: '' })).toMatchObject({
			headers: { 'x-api-key': 'some-key' },
		});
		expect(await api.authenticate({}, { url: '' })).toMatchObject({ headers: { 'x-api-key': '' } });
	});

	test.each([
		'"some-key"',
		" 'some-key'",
		'“some-key”',
		'x-api-key: some-key',
		'X-API-Key: "some-key"',
		'Bearer some-key',
		'Authorization: Bearer some-key',
	])('nor with what stands around it where it was copied: %s', async (apiKey) => {
		expect(await api.authenticate({ apiKey }, { url: '' })).toMatchObject({
			headers: { 'x-api-key': 'some-key' },
		});
		expect(await read({ ...access, apiKey })).toMatchObject({
			apiKey: 'some-key',
			secrets: ['some-key'],
		});
	});

	test.each([
		['bearer', {}, 'Bearer some-session', { Authorization: 'Bearer some-session' }],
		[
			'bearer',
			{},
			'Authorization: bearer "some-session"',
			{ Authorization: 'Bearer some-session' },
		],
		['cookie', { cookieName: 'sid' }, 'sid=some-session', { Cookie: 'sid=some-session' }],
		['cookie', { cookieName: 'sid' }, 'Cookie: sid="some-session"', { Cookie: 'sid=some-session' }],
		['cookie', {}, 'session=some-session', { Cookie: 'session=some-session' }],
		['header', { headerName: 'x-sid' }, 'X-Sid: some-session', { 'x-sid': 'some-session' }],
		['header', {}, "'some-session='", { 'x-session-token': 'some-session=' }],
	])('a session as %s %j, pasted as %s', async (mechanism, named, sessionToken, headers) => {
		expect(await session.authenticate({ mechanism, ...named, sessionToken }, { url: '' })).toEqual({
			url: '',
			headers,
		});
	});
});
