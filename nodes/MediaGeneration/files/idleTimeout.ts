import { timeoutSignal } from '../support/deadline';
import { HEAD_BYTES } from '../answers/job/media';
import type { Stream } from './openFile';

/** Ends a transfer that is silent for too long. */
export class IdleTimeout {
	private lastAt = Date.now();

	/** Whether it has ended the transfer. */
	hasExpired = false;

	constructor(
		private readonly body: Stream,
		private readonly idleMs: number,
		private readonly onExpired: () => void,
	) {
		this.watch(idleMs);
	}

	/** Begins to count again. */
	restart(): void {
		this.lastAt = Date.now();
	}

	private watch(milliseconds: number): void {
		timeoutSignal(milliseconds).onabort = () => {
			if (this.body.destroyed || this.body.readableEnded) return;
			const left = this.lastAt + this.idleMs - Date.now();
			if (left > 0) this.watch(left);
			else {
				this.hasExpired = true;
				this.onExpired();
			}
		};
	}
}

/** The first bytes of a stream, which stay in it. @throws whatever breaks it before */
export async function readHead(body: Stream, idle: IdleTimeout): Promise<Uint8Array> {
	return await new Promise((resolve, reject) => {
		const read = () => {
			idle.restart();
			const head: unknown = body.read(HEAD_BYTES);
			if (!(head instanceof Uint8Array)) return;
			done();
			body.unshift(head);
			resolve(head);
		};
		const empty = () => {
			done();
			resolve(new Uint8Array());
		};
		const fail = (error: unknown) => {
			done();
			reject(error instanceof Error ? error : new Error('the connection was closed'));
		};
		const done = () => {
			body.off('readable', read);
			body.off('end', empty);
			body.off('error', fail);
			body.off('close', fail);
		};
		body.on('readable', read);
		body.on('end', empty);
		body.on('error', fail);
		body.on('close', fail);
	});
}
