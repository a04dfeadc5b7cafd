import { detailsOf, type ErrorDetails, type NodeFailure } from '../../failures/details';
import { isInOwnWords } from '../../failures/errors';
import { isCodeLike } from '../../answers/failure/serviceError';
import { withNotes } from './line';
import { layout, type LedgerRow, type State } from './rows';

/** What is written down of a request afterwards. */
export interface AttemptEnd {
	state: State;
	job_id?: string;
	status_url?: string;
	result_url?: string;
	reason?: string;
	/** The same in this package's own words, where some are the service's, which may quote what was sent. */
	own?: string;
	/** In nanos, as far as the service tells it. */
	cost?: bigint;
}

const NOT_KEPT = 'The service’s words are not kept, as they may quote the prompt';

/** What a service said of a failure without its sentences, which may quote what was sent: its codes. */
export function codesIn({ http_code, type, code, param }: ErrorDetails): string {
	const named = Object.entries({ type, code, parameter: param }).flatMap(([name, value]) =>
		value && isCodeLike(value) ? [`${name} ${value}`] : [],
	);
	return (
		[...(http_code === undefined ? [] : [`HTTP ${http_code}`]), ...named].join(', ') || NOT_KEPT
	);
}

/** Why a request failed, for its end. */
export function reasonsOf(failure: NodeFailure): Pick<AttemptEnd, 'reason' | 'own'> {
	const said = detailsOf(failure);
	const isOwn =
		isInOwnWords(failure) ||
		[said.message, said.type, said.code].every((part) => part === undefined);
	return { reason: failure.message, ...(!isOwn && { own: codesIn(said) }) };
}

/** What the service tells that is of no use if it is not whole. */
const told = ['job_id', 'status_url', 'result_url'] as const;

/**
 * An ending with nothing of what was sent: without the service's own words, and without the IDs and addresses that show
 * it. What is left out is said, unless the row has it from before.
 * @param shows whether a text shows something of what was sent
 */
export function discreet(
	{ own, ...ending }: AttemptEnd,
	row: LedgerRow,
	shows: (text: string) => boolean,
): AttemptEnd {
	const kept: AttemptEnd = { ...ending, reason: own ?? ending.reason };
	const isShown = (text: string | undefined, most: number) =>
		text !== undefined && text.length <= most && shows(text);
	if (isShown(kept.reason, Infinity)) kept.reason = NOT_KEPT;
	const hidden = told.filter(
		(name) => kept[name] !== row[name] && isShown(kept[name], layout[name].most),
	);
	for (const name of hidden) kept[name] = undefined;
	const lacking = hidden
		.filter((name) => row[name] === undefined)
		.map((name) => `${name} was left out: it may show what was sent`);
	return lacking.length === 0 ? kept : { ...kept, reason: withNotes(kept.reason, lacking) };
}
