import {
	readGiveUpSeconds,
	readPatience,
} from '../../../../../nodes/MediaGeneration/editor/fields/waitFor';
import { readFrom, refusalOf } from '../../../../support/input';

test.each([
	[{}, {}],
	[{ pollInterval: 0.01 }, { firstLook: 0.01, shortest: 0.01, longest: 0.01 }],
	[{ timeout: '90' }, { timeout: 90 }],
	[{ timeUp: 'fail' }, {}],
	[{ timeUp: 'job' }, { givesUp: true }],
	[
		{ pollInterval: 86_400, timeout: 2_592_000 },
		{ firstLook: 86_400, shortest: 86_400, longest: 86_400, timeout: 2_592_000 },
	],
])('%j', (options, patience) => {
	expect(readFrom(readPatience, { options })).toEqual(patience);
	expect(readFrom(readGiveUpSeconds, { options })).toBe((patience as { timeout?: number }).timeout);
});

test.each([
	[
		{ pollInterval: 0.009 },
		'Wait: Check Every (Seconds) must be a number of seconds from 0.01 to 86,400 (given: 0.009)',
	],
	[
		{ pollInterval: 86_401 },
		'Wait: Check Every (Seconds) must be a number of seconds from 0.01 to 86,400 (given: 86401)',
	],
	[
		{ timeout: 0 },
		'Wait: Give Up After (Seconds) must be a number of seconds from 0.01 to 2,592,000 (given: 0)',
	],
	[
		{ timeout: 2_592_001 },
		'Wait: Give Up After (Seconds) must be a number of seconds from 0.01 to 2,592,000 (given: 2592001)',
	],
	[{ timeUp: '' }, 'Wait: When the Time Is Up must be one of fail, job (given: nothing)'],
])('%j is refused', (options, message) => {
	expect(refusalOf(readPatience, { options })).toEqual({
		message,
		description: 'Nothing was sent.',
	});
});
