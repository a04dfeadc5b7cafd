import type { IDataObject } from 'n8n-workflow';
import { endpoints, type EndpointName } from '../../../contract/endpoints';
import { errorIfNothingElse, readServiceError } from '../answers/failure/serviceError';
import { recordIn } from '../answers/list/record';
import { apiRequest, type ApiCall } from '../http/request';
import type { Understanding } from '../lifecycle/events';
import { sendPaid } from '../lifecycle/paidRequest';
import type { Paid } from '../run/operation';
import { dataOf, isData } from '../support/data';
import { itemsFrom } from '../run/items';

interface PaidCall<Asked> {
	endpoint: EndpointName;
	call(asked: Asked): Pick<ApiCall, 'path' | 'body'>;
	/** Reads the answer; its record when absent. */
	read?(answer: unknown): Understanding<IDataObject>;
}

/**
 * The behavior of an operation whose endpoint costs money, or makes a key, and answers with the result itself. The request is
 * sent once; a retry of the node gives the answer of before.
 */
export function paidCall<Asked>({
	endpoint,
	call,
	read = understandRecord,
}: PaidCall<Asked>): Paid<Asked> {
	const { spends } = endpoints[endpoint];
	return {
		open: (run, asked) => {
			const { path, body } = call(asked);
			const request = run.journal.open(run, run.nameOf([endpoint, path, body]));
			request.spends = spends;
			return request;
		},
		perform: async (run, asked, request) => {
			const { value } = await sendPaid<IDataObject>(request, {
				endpoint,
				send: async () => (await apiRequest(run, { endpoint, ...call(asked) })).body,
				read,
				recall: (attempt) =>
					'result' in attempt && isData(attempt.result.read) ? attempt.result.read : undefined,
			});
			return itemsFrom(run.itemIndex, value);
		},
	};
}

/** The record of an answer; without one, or with nothing but an error, the outcome is unclear. */
function understandRecord(answer: unknown): Understanding<IDataObject> {
	const value = dataOf(recordIn(answer));
	if (Object.keys(value).length === 0 || errorIfNothingElse(answer) !== undefined)
		return { unclear: readServiceError(answer) };
	return madeResult(value);
}

/** The result of a call. @param kept the part that is remembered */
export const madeResult = (value: IDataObject, kept = value): Understanding<IDataObject> => ({
	value,
	as: { state: 'made', job: {}, result: { read: kept } },
});
