import { text, type Reader } from '../../n8n/readers';

/** A date, with an optional time of day and offset. */
const ISO =
	/^([1-9]\d{3}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * A date and time, in milliseconds since the Unix epoch. n8n's date picker gives no offset, so without one it is a time in the
 * workflow's zone.
 * @param zone the workflow's time zone, such as Europe/Berlin
 */
export function dateTimeIn(zone: string): Reader<number> {
	return {
		rule: 'a date and time, such as 2026-01-31T12:00:00 or 2026-01-31T12:00:00Z',
		read: (given) => {
			const [, date, time = '00:00', offset] = ISO.exec(text.read(given)?.value.trim() ?? '') ?? [];
			if (date === undefined) return undefined;
			const clock = Date.parse(`${date}T${time}Z`);
			// `Date.parse` turns February 30 into another day.
			if (Number.isNaN(clock) || !new Date(clock).toISOString().startsWith(date)) return undefined;
			const value =
				offset === undefined ? instantAt(clock, zone) : Date.parse(`${date}T${time}${offset}`);
			return Number.isNaN(value) ? undefined : { value };
		},
	};
}

/**
 * When the `day`, the `week` (on Monday) or the `month` began that it is in a zone, in milliseconds since the Unix epoch.
 * @param zone such as Europe/Berlin
 */
export function beginningOf(period: string, zone: string): number {
	const now = Date.now();
	const day = new Date(now + aheadOfUtc(now, zone));
	day.setUTCHours(0, 0, 0, 0);
	if (period === 'week') day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
	if (period === 'month') day.setUTCDate(1);
	return instantAt(day.getTime(), zone);
}

/** When the clocks of a zone show what UTC shows at `clock`; both in milliseconds. */
function instantAt(clock: number, zone: string): number {
	const near = clock - aheadOfUtc(clock, zone);
	return clock - aheadOfUtc(near, zone);
}

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
function aheadOfUtc(at: number, zone: string): number {
	// sv-SE formats dates and times almost as ISO does.
	const format = { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' } as const;
	const clock = new Intl.DateTimeFormat('sv-SE', format).format(at);
	return Date.parse(`${clock.replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;
}
