import { likelyJobs, type ToldJob, type ToldJobs } from './jobs';
import type { RefusedJobs } from './refused';

/** So many parts of a delivery are looked for at all usual places: where one is found, the others are too. */
const MOST_THOROUGH = 5;

/** How the jobs of one delivery are looked for, and what comes of it for those to come. */
export class Inquiry {
	private isThorough?: boolean;

	private thoroughParts = 0;

	/** How many are not known to be unknown. */
	private open: number;

	private hasAsked = false;

	constructor(
		private readonly refused: RefusedJobs,
		private readonly told: ToldJobs,
	) {
		this.open = count(told);
	}

	/** Whether to look for a job at all usual places: decided once for a delivery, so that many parts do not keep it from being found as a whole. */
	takeThorough(job: ToldJob): boolean {
		this.isThorough ??= this.refused.areFew;
		return this.isThorough && (job === this.told.whole || ++this.thoroughParts <= MOST_THOROUGH);
	}

	/** Takes note that the API does not know a job. Only a delivery of which it knows nothing at all is in doubt. */
	isUnknown(hasAsked: boolean): void {
		this.hasAsked ||= hasAsked;
		if (--this.open === 0 && this.hasAsked) this.refused.distrust(likelyJobs(this.told));
	}
}

const count = ({ whole, parts }: ToldJobs): number => parts.reduce((all, part) => all + count(part), whole ? 1 : 0);
