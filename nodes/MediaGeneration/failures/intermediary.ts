import { isHtml } from '../answers/core/html';
import { asText } from '../support/data';
import { isRedirect } from '../support/httpStatus';
import { failureRow } from './table';

/** How much of a page is searched, in characters. */
const PAGE = 20_000;

interface Answer {
	status: number;
	body: unknown;
	headers: Record<string, unknown>;
}

interface Intermediary {
	message: string;
	remedy: string;
	/** Whether the service surely did not see the request. */
	unseen: boolean;
}

/** The intermediary that gave an answer, if it surely was not the service. */
export function intermediaryOf(answer: Answer): Intermediary | undefined {
	const words = wordsOf(answer);
	const row =
		words === undefined ? undefined : failureRow('intermediary', { status: answer.status, words });
	if (row?.means === undefined || row.remedy === undefined) return undefined;
	const where = isRedirect(answer.status) ? ` (${words})` : '';
	return { message: row.means + where, remedy: row.remedy, unseen: row.unseen === true };
}

/** The target of a redirect, the scheme of Basic authentication, or the page; none for 407. */
function wordsOf({ status, body, headers }: Answer): string | undefined {
	if (isRedirect(status)) return asText(headers.location);
	if (status === 407) return '';
	if (typeof body !== 'string' || !isHtml(body)) return undefined;
	const scheme = asText(headers['www-authenticate']);
	return /^Basic\b/i.test(scheme) ? scheme : body.slice(0, PAGE);
}
