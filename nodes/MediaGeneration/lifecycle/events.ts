import type { Attempt, AttemptIn, AttemptState, JobRef, Reason } from './attempt';
import { defined } from '../support/data';
import type { StoredFailure, StoredResult } from './snapshot';

/** How the service says that a job stands. */
export type JobReport =
	| { state: 'unclear'; job: JobRef; why: Reason; charged?: bigint }
	| { state: 'running'; job: JobRef; charged?: bigint }
	| { state: 'made'; job: JobRef; result: StoredResult; charged?: bigint }
	| { state: 'failed'; job: JobRef; why: Reason; result: StoredResult; charged?: bigint };

/** What the answer to a request was understood as. */
export type Answer =
	| JobReport
	| { state: 'refused'; why: Reason; charged?: bigint }
	| { state: 'unclear'; why: Reason; partial_text?: string; answer?: unknown; charged?: bigint };

export type LifeEvent =
	| { type: 'priced'; price?: bigint }
	| { type: 'reserved' }
	| { type: 'sent' }
	/** No room, Stop, or a key that is taken. */
	| { type: 'withheld'; why: Reason }
	/** It surely did not arrive. */
	| { type: 'broke'; why: Reason }
	| { type: 'answered'; as: Answer }
	/** The process that was sending is gone. */
	| { type: 'recovered'; why: Reason }
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
function reported(
	attempt: AttemptIn<'running' | 'made' | 'failed' | 'lost'>,
	{ as }: EventOf<'looked'>,
): Attempt {
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
		broke: (_, { why }) => ({ state: 'not_sent', why }),
		withheld,
		recovered: ({ price }, { why }) => ({ state: 'unclear', why, price }),
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
