/** When a sender should come again, in seconds. */
const RETRY_AFTER = 10;

/** An answer to a sender that starts no workflow. */
export class Rejection extends Error {
	/** For a header; nothing where it is no use to come again. */
	readonly retryAfter?: string;

	constructor(
		readonly status: 400 | 401 | 404 | 503,
		message: string,
	) {
		super(message);
		if (status === 503) this.retryAfter = String(RETRY_AFTER);
	}
}
