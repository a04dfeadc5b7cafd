import type { Clock } from '../clock';
import { rateLimited } from '../errors';

/**
 * Lets each key send so many requests a second, evenly refilled, and as many at once.
 * @assumed quantities and window: not shown
 */
export class RateLimit {
	private readonly buckets = new Map<string, { tokens: number; at: number }>();

	/** @param perSecond requests; undefined for no limit */
	constructor(
		private readonly clock: Clock,
		private readonly perSecond: number | undefined,
	) {}

	/**
	 * Counts a request.
	 * @throws ApiError 429 with Retry-After, in whole seconds
	 */
	count(key: string): void {
		if (this.perSecond === undefined) return;
		const now = this.clock.now();
		const most = Math.max(1, this.perSecond);
		const bucket = this.buckets.get(key) ?? { tokens: most, at: now };
		bucket.tokens = Math.min(most, bucket.tokens + ((now - bucket.at) / 1000) * this.perSecond);
		bucket.at = now;
		this.buckets.set(key, bucket);
		if (bucket.tokens < 1) {
			const seconds = Math.max(1, Math.ceil((1 - bucket.tokens) / this.perSecond));
			throw rateLimited(seconds);
		}
		bucket.tokens -= 1;
	}
}
