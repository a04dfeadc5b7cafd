import type { Accepted, Attempt, AttemptIn, AttemptState, Reason } from './attempt';
import type { ServiceError } from '../answers/failure/serviceError';
import { defined } from '../support/data';
import type { StoredFailure } from './snapshot';

type Told<S extends AttemptState> = S extends AttemptState ? Omit<AttemptIn<S>, 'price'> : never;

/** How the service says that a job stands. */
export type JobReport = Told<'unclear' | 'running' | 'made' | 'failed'>;

/** What the answer to a request was understood as. */
export type Answer = JobReport | Told<'refused'>;

/** What an answer means; or that it is unclear, and whether work has begun. */
export type Understanding<T> =
	{ value: T; as: Answer } | { unclear: ServiceError; hasBegun?: boolean };

export type LifeEvent =
	| { type: 'priced'; price?: bigint }
	| { type: 'reserved' }
	| { type: 'sent' }
	/** It surely did not arrive: no room, Stop, a key that is taken. */
	| { type: 'withheld'; why: Reason }
	| { type: 'answered'; as: Answer }
	/** The process that was sending is gone. */
	| { type: 'interrupted'; why: Reason }
	| { type: 'looked'; as: JobReport }
	/** The service tells nothing more of the job. */
	| { type: 'gone'; why: StoredFailure }
	| { type: 'reopened' };

export type EventType = LifeEvent['type'];
type EventOf<T extends EventType> = Extract<LifeEvent, { type: T }>;

type Row<S extends AttemptState> = {
	[T in EventType]?: (attempt: AttemptIn<S>, event: EventOf<T>) => Attempt;
};

const withheld = (_: Attempt, { why }: { why: Reason }): Attempt => ({ state: 'not_sent', why });

const answered = ({ price }: AttemptIn<'sending'>, { as }: EventOf<'answered'>): Attempt =>
	as.state === 'refused' ? as : { ...as, price };

/** A job keeps the ID, the address and the charge that it was first known by. */
function reported(attempt: Accepted, { as }: EventOf<'looked'>): Attempt {
	const { job, price } = attempt;
	const charged = as.charged ?? attempt.charged;
	if (as.state === 'unclear') return { ...as, price, charged };
	return { ...as, job: { ...as.job, ...defined<unknown>({ ...job }) }, price, charged };
}

const lost = (
	{ job, price, charged }: AttemptIn<'running' | 'lost'>,
	{ why }: EventOf<'gone'>,
): Attempt => ({ state: 'lost', job, why, price, charged });

/** Which event leads from which state to which; nothing else changes a state. */
const TABLE: { readonly [S in AttemptState]: Row<S> } = {
	planned: {
		priced: (_, { price }) => ({ state: 'planned', price }),
		reserved: ({ price }) => ({ state: 'reserved', price }),
		withheld,
	},
	reserved: { sent: ({ price }) => ({ state: 'sending', price }), withheld },
	sending: {
		answered,
		withheld,
		interrupted: ({ price }, { why }) => ({ state: 'unclear', why, price }),
	},
	running: { looked: reported, gone: lost },
	// A job that is done stays so, whatever becomes of another look.
	made: {
		looked: (attempt, event) => (event.as.state === 'made' ? reported(attempt, event) : attempt),
	},
	failed: { looked: reported },
	lost: {
		looked: reported,
		gone: lost,
		reopened: ({ job, price, charged }) => ({ state: 'running', job, price, charged }),
	},
	not_sent: {},
	refused: {},
	unclear: {},
};

type Step = { cell(attempt: Attempt, event: LifeEvent): Attempt }['cell'];
const steps: Readonly<Record<AttemptState, Partial<Record<EventType, Step>>>> = TABLE;

/** The attempt after an event; nothing where that cannot be. */
export function transition(attempt: Attempt, event: LifeEvent): Attempt | undefined {
	return steps[attempt.state][event.type]?.(attempt, event);
}
