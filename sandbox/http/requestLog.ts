/** A request as it arrived. */
export interface LoggedRequest {
	method: string;
	/** Below the base URL: `/v1/…`; of a file, `/media/…`. */
	path: string;
	headers: Record<string, string>;
	/** Parsed when it is JSON, else as text; undefined when there is none. */
	body: unknown;
	/** Milliseconds since the Unix epoch. */
	at: number;
}

/** The last requests that arrived, oldest first, for tests to look at. */
export class RequestLog {
	/** What arrived. */
	readonly entries: LoggedRequest[] = [];

	/** @param capacity how many to keep; with 0 none */
	constructor(private readonly capacity: number) {}

	/** Notes a request. */
	add({ body, ...request }: Omit<LoggedRequest, 'body'> & { body: string }): void {
		if (this.capacity === 0) return;
		if (this.entries.length >= this.capacity) this.entries.shift();
		this.entries.push({ ...request, body: read(body) });
	}

	/** Forgets what arrived so far. */
	clear(): void {
		this.entries.length = 0;
	}
}

function read(body: string): unknown {
	if (body === '') return undefined;
	try {
		return JSON.parse(body);
	} catch {
		return body;
	}
}
