import {
	beginningOf,
	dateTimeIn,
} from '../../../../../nodes/MediaGeneration/editor/fields/dateTime';

const iso = (given: unknown, zone: string) => {
	const read = dateTimeIn(zone).read(given);
	return read && new Date(read.value).toISOString();
};

test.each([
	['2026-01-31T12:00:00', 'Europe/Berlin', '2026-01-31T11:00:00.000Z'],
	['2026-07-31T12:00:00', 'Europe/Berlin', '2026-07-31T10:00:00.000Z'],
	['2026-01-31 12:00', 'America/New_York', '2026-01-31T17:00:00.000Z'],
	['2026-01-31', 'Asia/Kolkata', '2026-01-30T18:30:00.000Z'],
	['2026-01-31T12:00:00.250', 'UTC', '2026-01-31T12:00:00.250Z'],
	[' 2026-01-31T12:00:00.000+01:00 ', 'Asia/Kolkata', '2026-01-31T11:00:00.000Z'],
	['2026-03-29T01:59:59', 'Europe/Berlin', '2026-03-29T00:59:59.000Z'],
	['2026-03-29T03:00:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
	['2026-10-25T03:00:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
	['2026-01-31T12:00:00.123456789-05:00', 'Asia/Kolkata', '2026-01-31T17:00:00.123Z'],
	[new Date(0), 'Asia/Kolkata', '1970-01-01T00:00:00.000Z'],
])('%p in %s is %s', (given, zone, expected) => {
	expect(iso(given, zone)).toBe(expected);
});

test.each([
	'5',
	5,
	1767225600000,
	'01/02/2026',
	'2026-02-30',
	'2026-13-01',
	'2026-01-31T25:00',
	'tomorrow',
	'',
	null,
	true,
	new Date(NaN),
	'x'.repeat(1000),
	'on 2026-01-31',
	'2026-01-31T12:00:00Z or so',
	2026,
])('%p is no date and time', (given) => {
	expect(iso(given, 'UTC')).toBeUndefined();
});

test('the rule gives examples that are right', () => {
	const { rule } = dateTimeIn('UTC');
	expect(rule).toBe('a date and time, such as 2026-01-31T12:00:00 or 2026-01-31T12:00:00Z');
});

test.each([
	['2026-03-29T10:00:00Z', 'Europe/Berlin', ['2026-03-28T23', '2026-03-22T23', '2026-02-28T23']],
	['2026-11-30T23:30:00Z', 'Europe/Berlin', ['2026-11-30T23', '2026-11-29T23', '2026-11-30T23']],
	['2026-01-01T02:00:00Z', 'America/New_York', ['2025-12-31T05', '2025-12-29T05', '2025-12-01T05']],
])('at %s in %s the day, the week and the month have begun', (now, zone, expected) => {
	jest.useFakeTimers({ now: Date.parse(now), doNotFake: ['performance'] });
	const begun = (['day', 'week', 'month'] as const).map((period) => beginningOf(period, zone));
	jest.useRealTimers();
	expect(begun.map((at) => new Date(at).toISOString())).toEqual(
		expected.map((hour) => `${hour}:00:00.000Z`),
	);
});
