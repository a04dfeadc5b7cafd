import type { IExecuteFunctions } from 'n8n-workflow';
import { showValue } from '../../../contract/catalog/rules';
import { nodeFailure } from '../failures/failure';
import { hasScheme } from '../support/scheme';

/** Long enough for a job that waits in a queue before its inputs are fetched. */
const LINK_LIFETIME = '24h';

/**
 * Turns a reference input into the URL that the service fetches: a URL stays as it is, the name of a
 * binary field becomes n8n's signed link to that file.
 * @param param the parameter, as the error calls it
 * @throws NodeOperationError when there is no such binary field, or n8n cannot give links to it
 */
export function toUrl(context: IExecuteFunctions, given: string, param: string, itemIndex: number): string {
	if (hasScheme(given)) return given;
	const binary = context.getInputData()[itemIndex]?.binary ?? {};
	const file = Object.hasOwn(binary, given) ? binary[given] : undefined;
	if (!file) {
		const names = Object.keys(binary);
		throw nodeFailure(
			context.getNode(),
			`${param} must be an http(s) URL or the name of a binary field of the item (given: ${showValue(given)})`,
			names.length > 0 ? `The binary fields of this item: ${names.join(', ')}.` : 'This item has no binary fields: an earlier node must read the file.',
			itemIndex,
		);
	}
	if (!file.id) {
		throw nodeFailure(
			context.getNode(),
			`n8n cannot give the service a link to the file in ${showValue(given)}`,
			'This n8n keeps files in memory. Set N8N_DEFAULT_BINARY_DATA_MODE to filesystem, s3, azure or database, or give a URL.',
			itemIndex,
		);
	}
	return context.helpers.createBinarySignedUrl(file, LINK_LIFETIME);
}
