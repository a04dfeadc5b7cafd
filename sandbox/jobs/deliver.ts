import axios from 'axios';
import type { Cancel } from '../clock';
import type { Context } from '../context';
import { deliveredJob } from '../dialect/jobs';
import { speakerOf } from '../dialect/speech';
import { statusOf } from '../handlers/jobs';
import { proxyFor } from '../media/inputs';
import type { Job } from './job';

/** Milliseconds after which a delivery that failed is tried again. @assumed number and growth of the delays */
export const retryDelays = [1_000, 5_000, 25_000, 125_000] as const;

const TIMEOUT = 10_000;

/**
 * Delivers finished jobs to their callback URLs: "Events" of the API document.
 * @assumed payload as the job-status endpoint answers; any 2xx ends it, anything else is tried again
 */
export class Deliveries {
	private readonly timers = new Set<Cancel>();

	constructor(private readonly parts: Omit<Context, 'jobs'>) {}

	/** Begins, or goes on with, the delivery of a finished job, if it has one that is pending. */
	schedule(job: Job): void {
		const { delivery } = job;
		if (delivery?.outcome !== 'pending') return;
		delivery.nextAt ??= this.parts.clock.now();
		const delay = delivery.nextAt - this.parts.clock.now();
		if (delay <= 0) return this.parts.tasks.start(() => this.attempt(job));
		const cancel = this.parts.clock.setTimer(delay, () => {
			this.timers.delete(cancel);
			this.parts.tasks.start(() => this.attempt(job));
		});
		this.timers.add(cancel);
	}

	/** Takes all timers back; what is pending stays so in the state. */
	close(): void {
		for (const cancel of this.timers) cancel();
		this.timers.clear();
	}

	private async attempt(job: Job): Promise<void> {
		const { delivery } = job;
		if (!delivery) return;
		const { clock, speed, retryDeliveries, switchedOn, changed, log } = this.parts;
		const problem = switchedOn.has('lostCallbacks')
			? 'lost on its way'
			: await post(delivery.url, await this.bodyOf(job));
		delivery.attempts += 1;
		delivery.answer = problem ?? 'taken';
		const delay = retryDeliveries ? retryDelays[delivery.attempts - 1] : undefined;
		if (!problem) delivery.outcome = 'delivered';
		else if (delay === undefined) delivery.outcome = 'given up';
		delivery.nextAt = delivery.outcome === 'pending' ? clock.now() + delay! / speed : null;
		log(`callback of job ${job.id}, attempt ${delivery.attempts}: ${problem ?? 'delivered'}`);
		changed();
		this.schedule(job);
	}

	private async bodyOf(job: Job): Promise<unknown> {
		const speaker = speakerOf(this.parts);
		return speaker ? await deliveredJob(speaker, job) : statusOf(job, this.parts.publicUrl);
	}
}

/** @returns what went wrong, if anything */
async function post(url: string, body: unknown): Promise<string | undefined> {
	try {
		const { status } = await axios.post(url, body, {
			timeout: TIMEOUT,
			maxRedirects: 0,
			proxy: proxyFor(url),
			validateStatus: null,
		});
		return status >= 200 && status < 300 ? undefined : `answered ${status}`;
	} catch (error) {
		return axios.isAxiosError(error) ? (error.code ?? error.message) : String(error);
	}
}
