import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import {
	credentialProblem,
	readCredential,
	sessionProblem,
	type Context,
	type CredentialName,
} from '../../../../nodes/MediaGeneration/http/readCredential';

const baseUrl = 'https://media.example.com/api';
const read = async (
	data: ICredentialDataDecryptedObject,
	name: CredentialName = 'mediaGenerationApi',
) => {
	const context = {
		getCredentials: async () => ({ baseUrl, apiKey: 'k', ...data }),
		getNode: () => ({ name: 'Media Generation' }),
	};
	return await readCredential(context as unknown as Context, name);
};

test('all that is secret is known as such, also while it is not used, and nothing else', async () => {
	const { secrets } = await read({
		sessionToken: 's',
		sharedSecret: 'h',
		headerName: 'n',
		proofHeader: 'X-C',
	});
	expect(secrets).toEqual(['k', 's', 'h']);
	expect((await read({})).secrets).toEqual(['k']);
});

test.each(['apiKey', 'sessionToken', 'sharedSecret'])(
	'a line break or a sign that cannot be sent within %s is refused',
	async (name) => {
		for (const secret of ['two\nlines', 'schl\u0142ssel', 'schl\u00fcssel', 'null\0'])
			await expect(read({ [name]: secret })).rejects.toMatchObject({
				message:
					'A secret of the credential contains a line break or another character that cannot be sent; paste it again',
				description: 'Nothing was sent. Open the credential, correct it and test it.',
			});
		expect((await read({ [name]: 'a\tb ~' })).secrets).toContain('a\tb ~');
	},
);

test.each<[CredentialName, string, RegExp | undefined]>([
	['mediaGenerationApi', 'schl\u00fcssel', /another character that cannot be sent/],
	['mediaGenerationSessionApi', 'schl\u00fcssel', /another character that cannot be sent/],
	['mediaGenerationApi', 'key', undefined],
])('what the test of %s says of the secret %s: %s', (name, secret, said) => {
	const problem = credentialProblem(name, { apiKey: secret, sessionToken: secret });
	if (said) expect(problem).toMatch(said);
	else expect(problem).toBeUndefined();
});

test('the name under which a session is sent is looked at in a session alone', async () => {
	const session = { mechanism: 'cookie', cookieName: 'a b', sessionToken: 's' };
	await expect(read(session, 'mediaGenerationSessionApi')).rejects.toMatchObject({
		message:
			'The credential’s Cookie Name must consist of letters, digits and hyphens only, such as session',
	});
	expect((await read(session)).secrets).toEqual(['k', 's']);
	expect(
		(await read({ ...session, cookieName: ' sid ' }, 'mediaGenerationSessionApi')).secrets,
	).toEqual(['k', 's']);
});

test.each<[CredentialName, string]>([
	['mediaGenerationApi', 'The credential’s API Key is empty: enter the API key from your account'],
	[
		'mediaGenerationSessionApi',
		'The credential’s Session Token is empty: enter the session token of your developer account',
	],
])('an empty secret of %s: what to enter is said', async (name, message) => {
	const empty = { apiKey: ' ""\n', sessionToken: '' };
	await expect(read(empty, name)).rejects.toMatchObject({
		message,
		description: 'Nothing was sent. Open the credential, correct it and test it.',
	});
});

test.each([
	['header', 'x-session-token', true],
	['header', 'x y', false],
	['bearer', 'x y', true],
	[undefined, 'x y', true],
])('whether a session as %s can be sent under %j: %s', (mechanism, headerName, canBe) => {
	expect(
		sessionProblem({ mechanism, headerName } as ICredentialDataDecryptedObject) === undefined,
	).toBe(canBe);
});
