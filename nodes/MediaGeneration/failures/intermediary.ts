import { isHtml } from '../answers/core/html';
import { asText } from '../support/data';
import { isRedirect } from '../support/httpStatus';
import { failureRow } from './table';

/** So much of a page is looked through. */
const PAGE = 20_000;

/** An answer, as far as it tells who gave it. */
interface Answer {
	status: number;
	body: unknown;
	headers: Record<string, unknown>;
}

/** Who answered in place of the service. */
interface Intermediary {
	/** In a sentence. */
	message: string;
	remedy: string;
	/** Whether the service surely did not see the request. */
	unseen: boolean;
}

/** Who answered in place of the service, and what to do; nothing where the service itself may have answered. */
export function intermediaryOf(answer: Answer): Intermediary | undefined {
	const words = wordsOf(answer);
	const row =
		words === undefined ? undefined : failureRow('intermediary', { status: answer.status, words });
	if (row?.means === undefined || row.remedy === undefined) return undefined;
	const where = isRedirect(answer.status) ? ` (${words})` : '';
	return { message: row.means + where, remedy: row.remedy, unseen: row.unseen === true };
}

/** What tells who it is: where a redirect leads, the login that a page asks for, the page; of a proxy its status is enough. */
function wordsOf({ status, body, headers }: Answer): string | undefined {
	if (isRedirect(status)) return asText(headers.location);
	if (status === 407) return '';
	if (typeof body !== 'string' || !isHtml(body)) return undefined;
	const scheme = asText(headers['www-authenticate']);
	return /^Basic\b/i.test(scheme) ? scheme : body.slice(0, PAGE);
}
