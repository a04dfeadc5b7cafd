import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';

import axios, { type AxiosInstance, type AxiosResponse, type Method } from 'axios';

const TIMEOUT_MS = 60_000;

/** What n8n answered to a call it refused. */
export class N8nApiError extends Error {
	constructor(
		method: string,
		path: string,
		readonly status: number,
		body: unknown,
	) {
		super(`n8n answered ${status} to ${method} ${path}: ${messageOf(body)}`);
		this.name = 'N8nApiError';
	}
}

export interface RequestOptions {
	body?: unknown;
	query?: Record<string, unknown>;
	binary?: boolean;
}

/** What n8n knows a browser by that has logged in. */
export interface Session {
	browserId: string;
	cookies: Array<[name: string, value: string]>;
}

/** Calls to one n8n as one browser would make them: with its cookies and one browser id. */
export class N8nHttp {
	private readonly axios: AxiosInstance;
	private readonly cookies: Map<string, string>;
	private readonly browserId: string;

	/** @param session of a login that is to be gone on with: n8n refuses more than five a minute */
	constructor(
		baseUrl: string,
		{ browserId, cookies }: Session = { browserId: randomUUID(), cookies: [] },
	) {
		this.browserId = browserId;
		this.cookies = new Map(cookies);
		this.axios = axios.create({
			baseURL: baseUrl,
			proxy: false,
			// n8n closes idle connections: one that is about to be used again would break.
			httpAgent: new Agent({ keepAlive: false }),
			timeout: TIMEOUT_MS,
			maxContentLength: Infinity,
			maxBodyLength: Infinity,
			validateStatus: () => true,
		});
	}

	/**
	 * One call; returns the answer as it came.
	 * @throws N8nApiError for a status other than 2xx
	 */
	async call(
		method: Method,
		path: string,
		options: RequestOptions = {},
	): Promise<AxiosResponse<unknown>> {
		const response = await this.axios.request<unknown>({
			method,
			url: path,
			data: options.body,
			params: options.query,
			responseType: options.binary ? 'arraybuffer' : 'json',
			headers: {
				'browser-id': this.browserId,
				cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
			},
		});
		this.remember(response.headers['set-cookie'] ?? []);
		if (response.status < 200 || response.status > 299) {
			throw new N8nApiError(method, path, response.status, response.data);
		}
		return response;
	}

	/**
	 * One call to n8n's own REST API; returns what it wraps in `data`.
	 * @param path below /rest, with its slash
	 * @throws N8nApiError for a status other than 2xx
	 */
	async rest<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
		const { data } = await this.call(method, `/rest${path}`, options);
		return (isRecord(data) && 'data' in data ? data['data'] : data) as T;
	}

	/** What another client goes on with, in another process too. */
	get session(): Session {
		return { browserId: this.browserId, cookies: [...this.cookies] };
	}

	private remember(setCookies: readonly string[]): void {
		for (const cookie of setCookies) {
			const [pair = ''] = cookie.split(';');
			const at = pair.indexOf('=');
			if (at > 0) this.cookies.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim());
		}
	}
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function messageOf(body: unknown): string {
	const readable = Buffer.isBuffer(body) ? body.toString('utf8') : body;
	if (isRecord(readable) && typeof readable['message'] === 'string') return readable['message'];
	const text = typeof readable === 'string' ? readable : JSON.stringify(readable);
	return text ? text.slice(0, 500) : '(no message)';
}
