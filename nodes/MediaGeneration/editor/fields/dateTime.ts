import { tryToParseDateTime } from 'n8n-workflow';
import { text, type Reader } from '../../n8n/readers';

/**
 * A date and time, in milliseconds since the Unix epoch. n8n's date picker gives no offset, so without one it is a time in the
 * workflow's zone.
 * @param zone the workflow's time zone, such as Europe/Berlin
 */
export function dateTimeIn(zone: string): Reader<number> {
	return {
		rule: 'a date and time, such as 2026-01-31T12:00:00 or 2026-01-31T12:00:00Z',
		read: (given) => {
			const said = text.read(given)?.value.trim() ?? '';
			const [date] = /^\d{4}-\d\d-\d\d/.exec(said) ?? [];
			try {
				const moment = tryToParseDateTime(said, zone);
				// February 30 would become another day.
				return moment.toISODate() === date ? { value: moment.toMillis() } : undefined;
			} catch {
				return undefined;
			}
		},
	};
}

/** When the day, the week (on Monday) or the month began that it is in a zone, in milliseconds since the Unix epoch. */
export const beginningOf = (period: 'day' | 'week' | 'month', zone: string): number =>
	tryToParseDateTime(new Date(), zone).startOf(period).toMillis();
