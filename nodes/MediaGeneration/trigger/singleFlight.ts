import { Rejection } from './rejection';
import { settled } from '../support/settled';

/**
 * Work that several ask for at once, by name. Who asks while it is under way is content with what comes of it, unless that
 * is to come again: the job may have ended since that work began. Then all who waited share another.
 */
export class SharedLooks<T> {
	private readonly underWay = new Map<string, Promise<T>>();

	/** @throws what the work throws, to all who share it */
	async ask(name: string, work: () => Promise<T>): Promise<T> {
		const before = this.underWay.get(name);
		if (before) {
			const outcome = await settled(before);
			if (outcome.status === 'fulfilled') return outcome.value;
			if (!(outcome.reason instanceof Rejection && outcome.reason.status === 503))
				throw outcome.reason;
		}
		const next = this.underWay.get(name);
		return await (next && next !== before ? next : this.begin(name, work));
	}

	private async begin(name: string, work: () => Promise<T>): Promise<T> {
		const mine = work();
		this.underWay.set(name, mine);
		try {
			return await mine;
		} finally {
			if (this.underWay.get(name) === mine) this.underWay.delete(name);
		}
	}
}
