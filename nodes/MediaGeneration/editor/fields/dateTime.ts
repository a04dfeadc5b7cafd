import { text, type Reader } from '../../n8n/readers';

/** A date, a time of day and the difference from UTC, each but the date where it is given. */
const ISO =
	/^([1-9]\d{3}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * A moment, as n8n's date picker or an expression gives it, in milliseconds since the Unix epoch. The picker tells no
 * zone, so what has none is a time of the workflow's.
 * @param zone the workflow's time zone, such as Europe/Berlin
 */
export function dateTimeIn(zone: string): Reader<number> {
	return {
		rule: 'a date and time, such as 2026-01-31T12:00:00 or 2026-01-31T12:00:00Z',
		read: (given) => {
			// Numbers are none, as text neither: nobody could tell seconds from milliseconds.
			const [, date, time = '00:00', offset] = ISO.exec(text.read(given)?.value.trim() ?? '') ?? [];
			if (date === undefined) return undefined;
			const clock = Date.parse(`${date}T${time}Z`);
			// A day that there is not, such as February 30, becomes another.
			if (Number.isNaN(clock) || !new Date(clock).toISOString().startsWith(date)) return undefined;
			const value =
				offset === undefined ? momentAt(clock, zone) : Date.parse(`${date}T${time}${offset}`);
			return Number.isNaN(value) ? undefined : { value };
		},
	};
}

/** The moment at which clocks of a zone show what those of UTC show at `clock`; both in milliseconds. */
function momentAt(clock: number, zone: string): number {
	const near = clock - aheadOfUtc(clock, zone);
	return clock - aheadOfUtc(near, zone);
}

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
function aheadOfUtc(at: number, zone: string): number {
	// Its form of a date and a time is nearly that of ISO.
	const format = { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' } as const;
	const clock = new Intl.DateTimeFormat('sv-SE', format).format(at);
	return Date.parse(`${clock.replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;
}
