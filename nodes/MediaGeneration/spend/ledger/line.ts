import { storable } from '../../support/data';
import { firstOf } from '../../support/wholeText';
import { layout, type Column, type LedgerRow } from './rows';

const columns = new Map<string, Column>(Object.entries(layout));

/**
 * A row as it is written: within the bounds of its columns, and of characters that every database takes. What people read
 * is cut, or has a sign in place of such a character; an ID or an address would be another then, so it is left out, and
 * the reason says so.
 */
export function lineOf(row: LedgerRow): LedgerRow {
	const lacking: string[] = [];
	const written = Object.entries(row).map(([name, value]: [string, unknown]) => {
		const { most = Infinity, isCut = false } = columns.get(name) ?? {};
		if (typeof value !== 'string') return [name, value];
		if (isCut) return [name, beginning(value, most)];
		const flaw = flawOf(value, most);
		if (flaw === undefined) return [name, value];
		lacking.push(`${name} was left out: ${flaw}`);
		return [name, undefined];
	});
	const line = { ...row, ...Object.fromEntries(written) };
	return lacking.length === 0 ? line : { ...line, reason: withNotes(row.reason, lacking) };
}

/** A reason, and what is said after it, whole however long the reason is. */
export function withNotes(reason: string | undefined, notes: readonly string[]): string {
	const said = notes.join('. ');
	return reason === undefined
		? said
		: `${beginning(reason, layout.reason.most - said.length - 2)}. ${said}`;
}

/** Why a text is not what it was once it is written, if so. */
function flawOf(text: string, most: number): string | undefined {
	if (text.length > most) return `it has ${text.length.toLocaleString('en-US')} characters`;
	return storable(text) === text ? undefined : 'it has characters that a database does not take';
}

function beginning(text: string, most: number): string {
	return text.length <= most ? storable(text) : `${storable(firstOf(text, most - 1))}…`;
}
