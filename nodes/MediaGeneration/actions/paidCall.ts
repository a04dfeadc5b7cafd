import type { IDataObject } from 'n8n-workflow';
import { endpoints, type EndpointName } from '../../../contract/endpoints';
import { errorAlone } from '../answers/failure/errorAlone';
import { readServiceError } from '../answers/failure/serviceError';
import { recordIn } from '../answers/list/record';
import { apiRequest, type ApiCall } from '../http/request';
import { sendPaid, type Understanding } from '../lifecycle/paidRequest';
import type { Paid } from '../run/operation';
import { dataOf, isData } from '../support/data';
import { itemsFrom } from '../support/items';

/** How a call that is made once goes out, and how its answer is read. */
interface PaidCall<Asked> {
	endpoint: EndpointName;
	call(asked: Asked): Pick<ApiCall, 'path' | 'body'>;
	/** What the answer tells; its record unless told otherwise. */
	read?(answer: unknown): Understanding<IDataObject>;
}

/**
 * What an operation does whose endpoint costs money, or makes what stays, and answers with the result itself: it is sent
 * once, and a try again of the node gives what was answered before.
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
			// What is made without being paid for is a key: its secret is remembered only until the node has given it out.
			request.isSecret = !spends;
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

/** The record of an answer; an answer that holds none, or nothing but an error, leaves open what was made. */
function understandRecord(answer: unknown): Understanding<IDataObject> {
	const value = dataOf(recordIn(answer));
	if (Object.keys(value).length === 0 || errorAlone(answer) !== undefined)
		return { unclear: readServiceError(answer) };
	return madeResult(value);
}

/** What a call has made. @param kept as much of it as is remembered */
export const madeResult = (value: IDataObject, kept = value): Understanding<IDataObject> => ({
	value,
	as: { state: 'made', job: {}, result: { read: kept } },
});
