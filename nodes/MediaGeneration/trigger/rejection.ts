/** An answer to a sender that starts no workflow; after 503 it should come again. */
export class Rejection extends Error {
	constructor(
		readonly status: 400 | 401 | 404 | 503,
		message: string,
	) {
		super(message);
	}
}
