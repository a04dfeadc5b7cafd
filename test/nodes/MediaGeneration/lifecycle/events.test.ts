import {
	decidingAttempt,
	isCostFinal,
	mostPaid,
	nextStep,
	type Attempt,
	type AttemptState,
} from '../../../../nodes/MediaGeneration/lifecycle/attempt';
import {
	transition,
	type EventType,
	type LifeEvent,
} from '../../../../nodes/MediaGeneration/lifecycle/events';

const why = { message: 'why' };
const gone = { message: 'gone', details: {} };
const job = { job_id: 'j' };
const price = 100n;

const ATTEMPTS: { [S in AttemptState]: Extract<Attempt, { state: S }> } = {
	planned: { state: 'planned', price },
	reserved: { state: 'reserved', price },
	sending: { state: 'sending', price },
	not_sent: { state: 'not_sent', why },
	refused: { state: 'refused', why },
	unclear: { state: 'unclear', why, price },
	running: { state: 'running', job, price },
	made: { state: 'made', job, result: {}, price },
	failed: { state: 'failed', job, why, result: {}, price },
	lost: { state: 'lost', job, why: gone, price },
};
const states = Object.keys(ATTEMPTS) as AttemptState[];

const EVENTS: { [T in EventType]: Extract<LifeEvent, { type: T }> } = {
	priced: { type: 'priced', price: 7n },
	reserved: { type: 'reserved' },
	sent: { type: 'sent' },
	withheld: { type: 'withheld', why },
	answered: { type: 'answered', as: { state: 'running', job } },
	interrupted: { type: 'interrupted', why },
	looked: { type: 'looked', as: { state: 'made', job, result: {} } },
	gone: { type: 'gone', why: gone },
	reopened: { type: 'reopened' },
};
const events = Object.keys(EVENTS) as EventType[];

/** The whole table, state by event; what is not in it cannot be. */
const TABLE: { [S in AttemptState]: { [T in EventType]?: AttemptState } } = {
	planned: { priced: 'planned', reserved: 'reserved', withheld: 'not_sent' },
	reserved: { sent: 'sending', withheld: 'not_sent' },
	sending: { answered: 'running', withheld: 'not_sent', interrupted: 'unclear' },
	running: { looked: 'made', gone: 'lost' },
	made: { looked: 'made' },
	failed: { looked: 'made' },
	lost: { looked: 'made', gone: 'lost', reopened: 'running' },
	not_sent: {},
	refused: {},
	unclear: {},
};

test.each(states.flatMap((state) => events.map((event) => [state, event] as const)))(
	'%s, then %s',
	(state, event) => {
		expect(transition(ATTEMPTS[state], EVENTS[event])?.state).toBe(TABLE[state][event]);
	},
);

test.each<[LifeEvent & { type: 'answered' }, AttemptState]>([
	[{ type: 'answered', as: { state: 'made', job, result: {} } }, 'made'],
	[{ type: 'answered', as: { state: 'failed', job, why, result: {} } }, 'failed'],
	[{ type: 'answered', as: { state: 'refused', why } }, 'refused'],
	[{ type: 'answered', as: { state: 'unclear', why } }, 'unclear'],
])('an answer that is understood as %j', (event, state) => {
	expect(transition(ATTEMPTS.sending, event)?.state).toBe(state);
});

test('a job keeps the ID and the charge that it was known by', () => {
	const known: Attempt = { ...ATTEMPTS.running, charged: 60n };
	const told = { state: 'made', job: { job_id: 'other', status_url: '/j' }, result: {} } as const;
	expect(transition(known, { type: 'looked', as: told })).toEqual({
		...told,
		job: { job_id: 'j', status_url: '/j' },
		price,
		charged: 60n,
	});
});

test('what is done stays so, whatever a later look tells', () => {
	const as = { state: 'failed', job, why, result: {} } as const;
	expect(transition(ATTEMPTS.made, { type: 'looked', as })).toEqual(ATTEMPTS.made);
});

test.each<[AttemptState, bigint, bigint, boolean]>([
	// state, without a word on the charge, with one of 130, whether that is for good
	['planned', 0n, 0n, false],
	['reserved', 100n, 100n, false],
	['sending', 100n, 100n, false],
	['not_sent', 0n, 0n, true],
	['refused', 0n, 130n, true],
	['unclear', 100n, 130n, false],
	['running', 100n, 130n, false],
	['made', 100n, 130n, true],
	['failed', 100n, 130n, true],
	['lost', 100n, 130n, false],
])(
	'%s costs at most %s, or %s where the service says what it charged',
	(state, most, charged, isFinal) => {
		const attempt = ATTEMPTS[state];
		const told = { ...attempt, charged: 130n } as Attempt;
		expect([mostPaid(attempt), mostPaid(told), isCostFinal(told)]).toEqual([
			most,
			charged,
			isFinal,
		]);
	},
);

test('a deposit on a job that runs is not all of it', () => {
	expect(mostPaid({ state: 'running', job, price, charged: 20n })).toBe(100n);
	expect(mostPaid({ state: 'running', job, charged: 20n })).toBe(20n);
	expect(mostPaid({ state: 'running', job })).toBeUndefined();
});

test('of all attempts the strongest tells how a request stands, and of equals the latest', () => {
	const order: AttemptState[] = [
		'made',
		'running',
		'lost',
		'sending',
		'unclear',
		'failed',
		'refused',
		'not_sent',
		'reserved',
		'planned',
	];
	for (const [index, state] of order.entries())
		expect(decidingAttempt(order.slice(index).map((one) => ATTEMPTS[one]))?.state).toBe(state);
	const later: Attempt = { ...ATTEMPTS.unclear };
	expect(decidingAttempt([ATTEMPTS.unclear, later])).toBe(later);
	expect(decidingAttempt([])).toBeUndefined();
});

test.each<[AttemptState | 'nothing', string, string]>([
	['nothing', 'send', 'send'],
	['made', 'give_back', 'give_back'],
	['running', 'follow', 'follow'],
	['lost', 'follow', 'follow'],
	['sending', 'wait', 'wait'],
	['unclear', 'refuse', 'send'],
	['failed', 'send', 'send'],
	['refused', 'send', 'send'],
	['not_sent', 'send', 'send'],
])('%s: %s next, or %s for who would rather pay twice', (state, next, payingTwice) => {
	const attempts = state === 'nothing' ? [] : [ATTEMPTS[state]];
	expect([nextStep(attempts, false), nextStep(attempts, true)]).toEqual([next, payingTwice]);
});
