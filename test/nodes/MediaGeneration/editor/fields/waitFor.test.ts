import {
	readCallbackUrl,
	readWaitFor,
} from '../../../../../nodes/MediaGeneration/editor/fields/waitFor';
import { readFrom, refusalOf } from '../../../../support/input';

test.each([
	[{}, 'result'],
	[{ waitFor: 'result' }, 'result'],
	[{ waitFor: 'callback' }, 'callback'],
	[{ waitFor: 'submit' }, 'submit'],
])('with %j the %s is waited for', (parameters, waitFor) => {
	expect(readFrom(readWaitFor, parameters)).toBe(waitFor);
});

test.each([
	[{}, {}],
	[{ callbackUrl: ' ' }, {}],
	[{ callbackUrl: ' https://hooks.example/x ' }, { callback_url: 'https://hooks.example/x' }],
])('%j: the body gets %j', (parameters, body) => {
	expect(readFrom(readCallbackUrl, parameters)).toEqual(body);
});

test('a wait that there is not, and a Callback URL that is none, are refused', () => {
	expect(
		refusalOf((input) => [readWaitFor(input), readCallbackUrl(input)], {
			waitFor: 'ever',
			callbackUrl: 'hooks.example/x',
		}),
	).toEqual({
		message: 'Wait For must be one of callback, submit, result (given: ever)',
		description:
			'Nothing was sent. Also: Callback URL must be an http(s) URL (given: hooks.example/x)',
	});
});
