import type { ModelKind } from '../../../contract/catalog';
import { setNewest } from '../support/forgetOldest';
import type { Job } from '../answers/job/job';
import { SOONEST, Turn, type Seen } from './turn';

/** A model, and what the catalog says of how long its jobs take. */
export interface ExpectedModel {
	kind: ModelKind;
	id: string;
	etaSeconds: number;
}

/** The jobs that count: enough for a picture of today, few enough to follow a service that changes. */
const LAST = 20;
/** As many jobs must have ended before any is expected to take longer than the catalog says. */
const ENOUGH = 3;
/** One look before its time for every three jobs and a bit, so that a job costs less than one and a half requests. */
const EARLY_FOR_EACH = 0.3;
const MOST_EARLY = 10;
/** Jobs that take so much longer than a quick one are met by the same first look. */
const ABOUT_THE_SAME = 1.05;
/** Times in whole seconds may be so much short, and a service's clock may count so much beyond ours; in seconds. */
const ROUNDED = 1;
/** A time that is told this close to the look that found it may be that of the look, in seconds. */
const OF_THE_LOOK = 2;
/** The end of a job lies at most so long after a look that saw it run, as far as anything is learnt from it; in seconds. */
const SEEN_SOON = 5;

/**
 * How long jobs of one model take at one service: at first what the catalog says, then what the last ones took. As
 * long as the service does not tell it, some jobs are looked at early, and what they show brings the others' first look
 * forward.
 */
class Expected {
	private took: Array<{ number: number; seconds: number }> = [];
	private begun = 0;
	/** When a first look is worth it, in seconds after a job was accepted. */
	seconds: number;
	/** Whether the service says how long a job took; then looks before their time show nothing new. */
	private toldByService = false;
	/** Whether a look has seen a job run after the end that the service told. */
	private disproved = false;
	private credit = 0;
	private drawn = 0;
	private readonly asleep = new Set<Turn>();

	constructor(private readonly etaSeconds: number) {
		this.seconds = etaSeconds;
	}

	/**
	 * The turn of a job.
	 * @param most seconds after which a look is due in any case
	 * @param acceptedAt in milliseconds since the Unix epoch
	 */
	begin(most: number, acceptedAt: number): Turn {
		return new Turn(this, this.asleep, ++this.begun, Math.min(this.seconds, most), this.early(), acceptedAt);
	}

	/** Notes the end of a job, seen at an age in seconds, and at another not yet; the turns that sleep are told of it. */
	ended(job: Job, number: number, seen: Seen): void {
		if (job.status !== 'completed' || seen.age < 0) return;
		const seconds = this.learn(toldSeconds(job), seen);
		// By their beginnings: of many that began together, those that end last are the slow ones.
		this.took = [...this.took, { number, seconds }].sort((a, b) => a.number - b.number).slice(-LAST);
		const quick = quickOf(this.took.map((one) => one.seconds));
		this.seconds = this.took.length < ENOUGH ? Math.min(quick, this.etaSeconds) : quick;
		for (const turn of this.asleep) turn.wake(this.toldByService ? undefined : seconds);
	}

	/** How long a job took, in seconds: never longer than was seen, and a late look alone makes nothing longer than was expected. */
	private learn(told: number | undefined, { age, lookedAt }: Seen): number {
		if (told !== undefined && told < lookedAt && !this.disproved) {
			this.disproved = true;
			this.took = [];
			this.seconds = this.etaSeconds;
		}
		const isTold = told !== undefined && !this.disproved && told <= age + ROUNDED;
		if (isTold && told < age - OF_THE_LOOK) {
			this.toldByService = true;
			return told;
		}
		if (!isTold) this.toldByService = false;
		return Math.min(isTold ? told : age, age, Math.max(lookedAt + SEEN_SOON, this.seconds));
	}

	/** When a job is looked at before its time, in seconds after it was accepted; mostly not at all. */
	private early(): number | undefined {
		this.credit = Math.min(this.credit + EARLY_FOR_EACH, MOST_EARLY);
		const { seconds } = this;
		if (this.credit < 1 || this.toldByService || seconds <= SOONEST) return undefined;
		this.credit--;
		// The catalog may be wrong by far; what was seen here changes by less.
		const from = this.took.length === 0 ? SOONEST : Math.max(SOONEST, seconds / 2);
		return from + (seconds - from) * spreadOut(++this.drawn);
	}
}

/** What a quick job takes, or one that takes about the same: few are done before, and a first look does not miss by much. */
function quickOf(seconds: number[]): number {
	const sorted = seconds.sort((a, b) => a - b);
	const quick = sorted[Math.floor(sorted.length / 10)] ?? 0;
	return Math.max(...sorted.filter((one) => one <= quick * ABOUT_THE_SAME));
}

/** How long the service says that a job took, in seconds; nothing where it says none, or something that cannot be. */
function toldSeconds({ created_at, completed_at }: Job): number | undefined {
	const [from, to] = [created_at, completed_at].map((text) => Date.parse(text ?? ''));
	if (from === undefined || to === undefined || !(to > from)) return undefined;
	// Times in whole seconds may be a second short.
	return (to - from) / 1000 + (from % 1000 === 0 && to % 1000 === 0 ? ROUNDED : 0);
}

/** 1/2, 1/4, 3/4, 1/8, 5/8 …: each number falls into the widest gap that those before have left. */
function spreadOut(index: number): number {
	let part = 0;
	for (let left = index, bit = 0.5; left > 0; left = Math.floor(left / 2), bit /= 2) part += (left % 2) * bit;
	return part;
}

/** What is expected of each model at each service. Enough for any instance, the oldest is forgotten first. */
const known = new Map<string, Expected>();
const MOST = 500;

/** What is expected of a model's jobs at the service at a base URL, as far as this process has seen any. */
export function expectedOf(baseUrl: string, { kind, id, etaSeconds }: ExpectedModel): Expected {
	const key = `${baseUrl} ${kind} ${id}`;
	const expected = known.get(key) ?? new Expected(etaSeconds);
	setNewest(known, key, expected, MOST);
	return expected;
}
