/** When a sender should come again, in seconds. */
const RETRY_AFTER = 10;

/** An answer to a sender that starts no workflow. */
export class Refusal extends Error {
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

/** That no job was found under what may be its ID: the API knows none, or fails over it. Something else may be the ID then. */
export class NotFound extends Refusal {}
