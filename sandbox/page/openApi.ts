import * as z from 'zod/v4';
import { endpoints, type EndpointName, type EndpointRow } from '../../contract/endpoints';
import { errorEnvelope } from '../../contract/schemas/errors';
import { KEY_HEADER, SESSION_HEADER } from '../http/authenticate';
import { API_PREFIX } from '../http/prefixes';

const content = (schema: z.ZodType, io: 'input' | 'output') => ({
	'application/json': { schema: z.toJSONSchema(schema, { io, unrepresentable: 'any' }) },
});

/** The API document as OpenAPI 3.1, made from the contract, for Postman, code generators and the like. */
export function openApi(publicUrl: string) {
	const paths: Record<string, Record<string, unknown>> = {};
	for (const [name, row] of Object.entries(endpoints) as Array<[EndpointName, EndpointRow]>)
		(paths[row.path] ??= {})[row.method.toLowerCase()] = operation(name, row);
	return {
		openapi: '3.1.0',
		info: {
			title: 'Media API (sandbox)',
			version: '1.0.0',
			description: 'Images, edits, videos and chat, as the sandbox serves them.',
			license: { name: 'MIT', identifier: 'MIT' },
		},
		servers: [{ url: publicUrl + API_PREFIX }],
		paths,
		components: {
			securitySchemes: {
				apiKey: { type: 'apiKey', in: 'header', name: KEY_HEADER },
				session: { type: 'apiKey', in: 'header', name: SESSION_HEADER },
			},
		},
	};
}

function operation(name: EndpointName, { path, auth, scope, request, responses }: EndpointRow) {
	const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => ({
		name: param,
		in: 'path',
		required: true,
		schema: { type: 'string' },
	}));
	const answers = Object.entries(responses).map(([status, schema]) => [
		status,
		{ description: 'Success', content: content(schema, 'output') },
	]);
	return {
		operationId: name,
		...(scope && { description: `Needs the scope ${scope}.` }),
		security: [{ [auth]: [] }],
		...(parameters.length > 0 && { parameters }),
		...(request && { requestBody: { content: content(request, 'input') } }),
		responses: {
			...Object.fromEntries(answers),
			default: { description: 'An error', content: content(errorEnvelope, 'output') },
		},
	};
}
