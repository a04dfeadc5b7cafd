import type { EndpointName } from '../../../../contract/endpoints';
import { wasTold } from '../../../../nodes/MediaGeneration/jobs/stopped';
import type { AttemptEnd } from '../../../../nodes/MediaGeneration/spend/ledger/attemptEnd';
import type { Earlier, Entry } from '../../../../nodes/MediaGeneration/spend/ledger/entry';
import { spend, type Intent, type Understood } from '../../../../nodes/MediaGeneration/spend/spend';
import {
	detailsOf,
	withDetails,
	type NodeFailure,
} from '../../../../nodes/MediaGeneration/failures/details';
import { apiError } from '../../../../nodes/MediaGeneration/failures/failure';
import { asRefusal, networkFailure } from '../../../../nodes/MediaGeneration/failures/errors';
import { nodeContext } from '../../../support/nodeContext';
import type { Run } from '../../../../nodes/MediaGeneration/spend/run';

const KEY = 'k';
const PRICE = 100n;
const CHECK_PAID =
	'It may have been paid for: check Billing > Get Transactions before sending it again.';
const CHECK_MADE = 'It may have been made: check API Key > Get Many before sending it again.';
const ADVICE = 'To send it again anyway, run the workflow again';

let heard: ReturnType<typeof nodeContext>;
let run: Run;
let intent: Intent;
/** What the ledger was told. */
let told: unknown[];
/** The jobs that the ledger finds for the tries, in their order. */
let earlier: Array<Earlier | undefined>;
beforeEach(() => {
	heard = nodeContext();
	run = heard.run.item(1);
	intent = { endpoint: 'generateImage', key: KEY };
	told = [];
	earlier = [];
});

/** An entry of the ledger that finds the jobs of {@link earlier}. */
const ledger = (attempt?: string) =>
	({
		attempt,
		begin: async (risk: boolean, isAgain: boolean) => {
			told.push({ begun: { risk, isAgain } });
			return earlier.shift();
		},
		end: (ending: AttemptEnd) => told.push({ ended: ending }),
		resume: (resumed?: string) => told.push({ resumed }),
	}) as unknown as Entry;
const sending = (answer: unknown) => jest.fn(async () => await Promise.resolve(answer));
const failing = (failure: unknown) => jest.fn(async () => await Promise.reject(failure as Error));
const understanding = (understood: Understood<string>) =>
	jest.fn<Understood<string>, [answer: unknown, isOurs: boolean, note?: unknown]>(() => understood);
const done = understanding({ result: 'a fox' });
const failure = (message: string) => apiError(run, message, 'its remedy');
const refusal = (message = 'no funds') => asRefusal(failure(message));
const failed = async (work: Promise<unknown>) => {
	const error = await work.then(() => undefined).catch((reason: NodeFailure) => reason);
	return {
		error,
		said: { message: error?.message, description: error?.description, details: detailsOf(error) },
	};
};
const noted = () => JSON.parse(JSON.stringify(run.notes.recall(KEY) ?? null)) as unknown;
const spent = () => run.account.spent;

describe('an answer that is understood', () => {
	const ending: AttemptEnd = { state: 'accepted', job_id: 'j' };

	test('is remembered with its attempt and price, and written down', async () => {
		intent = { ...intent, entry: ledger('a'), price: async () => PRICE };
		const read = understanding({
			result: 'a fox',
			note: { job_id: 'j', told: { cost_usd: 1 } },
			ending,
		});
		const send = sending({ id: 'j' });
		expect(await spend(run, intent, send, read)).toBe('a fox');
		expect(read.mock.calls).toEqual([[{ id: 'j' }, false]]);
		expect(told).toEqual([{ begun: { risk: false, isAgain: false } }, { ended: ending }]);
		expect(noted()).toEqual({
			job_id: 'j',
			told: { cost_usd: 1 },
			attempt: 'a',
			price: '100',
			secret: false,
		});
		expect(spent()).toBe(PRICE);
	});

	test('without a price, and without an end, is remembered all the same', async () => {
		intent.entry = ledger();
		expect(
			await spend(
				run,
				intent,
				sending({}),
				understanding({ result: 'a fox', note: { answer: 1 } }),
			),
		).toBe('a fox');
		expect(noted()).toEqual({ answer: 1, secret: false });
		expect(told).toEqual([{ begun: { risk: false, isAgain: false } }]);
	});

	test('that came to nothing is forgotten, and its price given back but for what it cost, where that is told', async () => {
		intent = { ...intent, entry: ledger(), price: async () => PRICE };
		const read = understanding({ result: 'failed', ending: { state: 'failed', cost: 30n } });
		expect(await spend(run, intent, sending({}), read)).toBe('failed');
		expect(noted()).toBeNull();
		expect(spent()).toBe(30n);
		await spend(
			run,
			intent,
			sending({}),
			understanding({ result: 'failed', ending: { state: 'failed' } }),
		);
		expect(spent()).toBe(30n + PRICE);
	});

	test('while it is on its way a note says so, for who is struck down', async () => {
		intent.entry = ledger('a');
		await spend(
			run,
			intent,
			async () => {
				expect(noted()).toEqual({
					unclear: 'the node was interrupted while the request was in progress',
					attempt: 'a',
					secret: false,
				});
				return {};
			},
			done,
		);
	});
});

describe('what was made before is given back, and nothing is sent', () => {
	const send = sending({});
	afterEach(() => expect(send).not.toHaveBeenCalled());
	const again = async (read: typeof done) =>
		await spend(run, { ...intent, entry: ledger() }, send, read);

	test('its answer alone, where no ledger is kept', async () => {
		run.notes.remember(KEY, { answer: { image: 'x' } });
		expect(await spend(run, intent, send, understanding({ result: 'the fox' }))).toBe('the fox');
	});

	test('its answer, as the service gave it', async () => {
		run.notes.remember(KEY, {
			answer: { image: 'x' },
			job_id: 'j',
			told: { cost_usd: 1 },
			attempt: 'a',
		});
		const read = understanding({ result: 'the fox' });
		expect(await again(read)).toBe('the fox');
		expect(read.mock.calls).toEqual([
			[{ image: 'x' }, false, expect.objectContaining({ job_id: 'j', told: { cost_usd: 1 } })],
		]);
		expect(told).toEqual([{ resumed: 'a' }]);
	});

	test.each([{ job_id: 'j' }, { status_url: '/j' }, { job_id: 'j', status_url: '/j' }])(
		'its job, in this package’s own words: %j',
		async (note) => {
			run.notes.remember(KEY, note);
			const read = understanding({ result: 'the fox' });
			expect(await again(read)).toBe('the fox');
			expect(read.mock.calls).toEqual([
				[
					{ job_id: undefined, status_url: undefined, ...note },
					true,
					expect.objectContaining(note),
				],
			]);
		},
	);

	test.each<[EndpointName, string, string, object]>([
		[
			'generateImage',
			'Not sent again, because it may have been paid for: no answer',
			`Check Billing > Get Transactions. ${ADVICE}, or for images, edits and videos turn on Cost: Retry Unclear Failures (May Pay Twice).`,
			{ may_be_paid: true },
		],
		[
			'createKey',
			'Not sent again, because it may have been made: no answer',
			`Check API Key > Get Many. ${ADVICE}.`,
			{ may_be_made: true },
		],
	])('what is not known of it is told: %s', async (endpoint, message, description, details) => {
		run.notes.remember(KEY, { unclear: 'no answer', partial_text: 'Once', said: { odd: 1 } });
		intent.endpoint = endpoint;
		const { error, said } = await failed(again(done));
		expect(said).toEqual({
			message,
			description,
			details: { partial_text: 'Once', answer: { odd: 1 }, ...details },
		});
		expect(error?.context.itemIndex).toBe(1);
	});

	test('an answer that is understood no more may have been paid for', async () => {
		run.notes.remember(KEY, { answer: { image: 'x' } });
		const { said } = await failed(again(understanding({ unclear: {} })));
		expect(said.message).toBe(
			'Not sent again, because it may have been paid for: its answer was not kept',
		);
		expect(said.details).toEqual({ may_be_paid: true });
	});
});

test('a request that Stop kept from being sent is written down as that, costs nothing and may be sent anew', async () => {
	intent = { ...intent, entry: ledger(), price: async () => PRICE };
	const stopped = networkFailure(
		run,
		{ code: 'ESTOPPED', connecting: true, message: 'Stopped', host: '' },
		{
			spends: true,
			repeatable: false,
		},
	);
	const { said } = await failed(spend(run, intent, failing(stopped), done));
	expect(told).toEqual([
		{ begun: { risk: false, isAgain: false } },
		{ ended: { state: 'not_sent', reason: 'Stopped', cost: 0n } },
	]);
	expect(said.details).not.toHaveProperty('may_be_paid');
	expect(noted()).toBeNull();
	expect(spent()).toBe(0n);
});

describe('a job that the ledger has for the key is taken up', () => {
	beforeEach(() => {
		intent = { ...intent, entry: ledger() };
	});

	test.each<[Earlier, unknown]>([
		[
			{ job_id: 'j', status_url: '/j' },
			{ job_id: 'j', status_url: '/j' },
		],
		[{ job_id: 'j', answer: { url: 'u' } }, { url: 'u' }],
	])('before anything is sent: %j', async (job, answer) => {
		earlier = [job];
		const send = sending({});
		const read = understanding({ result: 'the fox' });
		expect(await spend(run, intent, send, read)).toBe('the fox');
		expect(read.mock.calls).toEqual([[answer, true]]);
		expect(send).not.toHaveBeenCalled();
		expect([noted(), spent()]).toEqual([null, 0n]);
	});

	test('rather than send again, whatever became of the request', async () => {
		intent.retryAmbiguous = true;
		earlier = [undefined, { job_id: 'j' }];
		const isSent = jest.fn();
		const send = async (again: (reason: NodeFailure) => Promise<boolean>) => {
			isSent(await again(failure('bad gateway')));
			throw failure('bad gateway');
		};
		expect(await spend(run, intent, send, understanding({ result: 'the fox' }))).toBe('the fox');
		expect(isSent.mock.calls).toEqual([[false]]);
		expect(told).toEqual([
			{ begun: { risk: true, isAgain: false } },
			{ ended: { state: 'may_be_paid', reason: 'bad gateway' } },
			{ begun: { risk: true, isAgain: true } },
		]);
		expect(noted()).toBeNull();
	});

	test('and told where nothing is known of it but its row', async () => {
		earlier = [{}];
		expect(
			(await failed(spend(run, intent, sending({}), understanding({ unclear: {} })))).said,
		).toEqual({
			message: 'The ledger has a job for this key, but neither its ID nor its result',
			description:
				'Nothing was sent. Look at its row in the ledger; if you set its state to failed, the key can be used again.',
			details: {},
		});
	});
});

describe('a request that fails', () => {
	beforeEach(() => {
		intent = { ...intent, entry: ledger('a'), price: async () => PRICE };
	});
	const begun = { begun: { risk: false, isAgain: false } };

	test('as the service refuses it: nothing was paid, and it may be sent anew', async () => {
		const { error, said } = await failed(
			spend(run, intent, failing(withDetails(refusal(), { job_id: 'j' })), done),
		);
		expect(said).toEqual({
			message: 'no funds',
			description: 'its remedy',
			details: { job_id: 'j' },
		});
		expect(error).toHaveProperty('name', 'NodeApiError');
		expect(told).toEqual([
			begun,
			{ ended: { state: 'failed', reason: 'no funds', job_id: 'j', cost: 0n } },
		]);
		expect([noted(), spent()]).toEqual([null, 0n]);
		expect(await spend(run, intent, sending({}), done)).toBe('a fox');
	});

	test.each<[EndpointName, object]>([
		['generateImage', { may_be_paid: true }],
		['createKey', { may_be_made: true }],
	])('in between: it is remembered why, and not sent again (%s)', async (endpoint, details) => {
		intent.endpoint = endpoint;
		const broken = withDetails(failure('The answer broke off.'), {
			partial_text: 'Once',
			answer: { odd: 1 },
		});
		const { said } = await failed(spend(run, intent, failing(broken), done));
		const more = { partial_text: 'Once', answer: { odd: 1 }, ...details };
		expect(said).toEqual({
			message: 'The answer broke off.',
			description: 'its remedy',
			details: more,
		});
		expect(told).toEqual([
			begun,
			{ ended: { state: 'may_be_paid', reason: 'The answer broke off.', job_id: undefined } },
		]);
		expect(noted()).toEqual({
			unclear: 'The answer broke off.',
			partial_text: 'Once',
			said: { odd: 1 },
			attempt: 'a',
			secret: false,
		});
		expect(run.account.unclearTries(1)).toEqual({ tries: 1, cost: PRICE });
		const again = await failed(spend(run, intent, sending({}), done));
		expect(again.said.message).toMatch(/: The answer broke off\.$/);
		expect(again.said.details).toEqual(more);
	});

	test('with anything that is no error of a node is told as one', async () => {
		const { error, said } = await failed(
			spend(run, intent, failing(new TypeError('x is not a function')), done),
		);
		expect(said).toMatchObject({ message: 'x is not a function', details: { may_be_paid: true } });
		expect(error).toHaveProperty('name', 'NodeOperationError');
	});

	test.each([
		['whose reading fails', jest.fn(() => Promise.reject(new Error('unread')) as never)],
		['in which nothing is found', understanding({ unclear: {} })],
	])('an answer %s may have been paid for', async (_, read) => {
		const message =
			'The service accepted the request, but its answer contains neither a result nor a job';
		const remedy = `${CHECK_PAID} The answer is in the details.`;
		const { said } = await failed(spend(run, intent, sending({ odd: 1 }), read));
		expect(said).toEqual({
			message,
			description: remedy,
			details: { message, remedy, answer: { odd: 1 }, may_be_paid: true },
		});
		expect(told).toEqual([
			begun,
			{ ended: { state: 'may_be_paid', reason: message, job_id: undefined } },
		]);
	});

	test('the service’s own words come first, and an answer that holds a secret is not told', async () => {
		intent.endpoint = 'createKey';
		const read = understanding({ unclear: { message: 'it is odd', code: 'odd' } });
		const { said } = await failed(spend(run, intent, sending({ secret: 'sk' }), read));
		expect(said).toEqual({
			message: 'it is odd',
			description: CHECK_MADE,
			details: { message: 'it is odd', code: 'odd', remedy: CHECK_MADE, may_be_made: true },
		});
		expect(noted()).toEqual({ unclear: 'it is odd', attempt: 'a', secret: false });
	});
});

describe('sent again although it may have been accepted', () => {
	type Again = (reason: NodeFailure) => Promise<boolean>;
	const noRoom = (limit: string) =>
		`A try can cost up to $0.0000001, and of the Maximum Cost of ${limit} only $0.00000005 is left`;
	const unclear = () =>
		withDetails(failure('Bad gateway.'), { http_code: 502, partial_text: 'Once', answer: 1 });
	beforeEach(() => {
		intent = { ...intent, retryAmbiguous: true, price: async () => PRICE };
	});

	test('the last try says how it ends, and the others stay counted', async () => {
		const send = async (again: Again) => {
			expect(await again(unclear())).toBe(true);
			return {};
		};
		expect(
			await spend(run, intent, send, understanding({ result: 'a fox', note: { job_id: 'j' } })),
		).toBe('a fox');
		expect(run.account.unclearTries()).toEqual({ tries: 1, cost: PRICE });
		expect(spent()).toBe(2n * PRICE);
	});

	test('a try that is not begun does not end either', async () => {
		intent.entry = ledger();
		run.account.open(150n, new Map());
		const send = async (again: Again) => {
			await again(unclear());
			throw unclear();
		};
		const { said } = await failed(spend(run, intent, send, done));
		expect(said.message).toMatch(/^Bad gateway\. Not sent again\. A try can cost/);
		expect(told).toEqual([
			{ begun: { risk: true, isAgain: false } },
			{ ended: { state: 'may_be_paid', reason: 'Bad gateway.' } },
			{ begun: { risk: true, isAgain: true } },
			{ ended: { state: 'not_sent', reason: noRoom('$0.00000015') } },
		]);
		expect([run.account.unclearTries(), spent()]).toEqual([{ tries: 1, cost: PRICE }, PRICE]);
	});

	test.each([
		['whose price nobody asks for', undefined, { tries: 0, cost: 0n }],
		[
			'whose price nobody knows',
			async () => await Promise.resolve(undefined),
			{ tries: 1, cost: undefined },
		],
	])('a try %s counts among those that may be paid so', async (_, price, tries) => {
		intent.price = price;
		await failed(spend(run, intent, failing(unclear()), done));
		expect(run.account.unclearTries()).toEqual(tries);
		expect(spent()).toBe(0n);
	});

	test('a try that succeeds or is refused is none that may be paid', async () => {
		await spend(
			run,
			intent,
			sending({}),
			understanding({ result: 'a fox', ending: { state: 'completed' } }),
		);
		await failed(spend(run, intent, failing(refusal()), done));
		expect(run.account.unclearTries()).toEqual({ tries: 0, cost: 0n });
	});

	test('a refusal of the last try takes nothing back of the one before', async () => {
		const send = async (again: Again) => {
			await again(unclear());
			throw refusal();
		};
		const { said } = await failed(spend(run, intent, send, done));
		expect(said).toEqual({
			message: 'no funds',
			description: 'its remedy',
			details: { may_be_paid: true },
		});
		expect(noted()).toEqual({
			unclear: 'Bad gateway.',
			partial_text: 'Once',
			said: 1,
			secret: false,
		});
		expect(spent()).toBe(PRICE);
	});

	test('a refusal takes nothing back of an earlier round either', async () => {
		const open = { unclear: 'no answer', partial_text: 'Twice' };
		run.notes.remember(KEY, open);
		const { said } = await failed(spend(run, intent, failing(refusal()), done));
		expect(said.details).toEqual({ may_be_paid: true });
		expect(noted()).toEqual({ ...open, secret: false });
	});

	const advice =
		'Every try that may have been paid for counts. Raise the maximum, choose a cheaper model, or send fewer items.';

	test('without room for another try it is told what is open, and why it is not sent', async () => {
		run.account.open(150n, new Map());
		const send = async (again: Again) => {
			expect(await again(unclear())).toBe(false);
			throw unclear();
		};
		const { error, said } = await failed(spend(run, intent, send, done));
		const remedy = `${CHECK_PAID} ${advice}`;
		expect(said).toEqual({
			message: `Bad gateway. Not sent again. ${noRoom('$0.00000015')}`,
			description: remedy,
			details: { http_code: 502, partial_text: 'Once', answer: 1, may_be_paid: true, remedy },
		});
		expect(error?.context.itemIndex).toBe(1);
	});

	test.each([
		[
			{ unclear: 'HTTP 5.02 came', partial_text: 'Once', said: 1 },
			'HTTP 5.02 came',
			{ partial_text: 'Once', answer: 1 },
		],
		[{ attempt: 'a' }, 'its answer was not kept', {}],
	])(
		'nor is what an earlier round has left open, without room: %j',
		async (open, reason, details) => {
			run.notes.remember(KEY, open);
			run.account.open(50n, new Map());
			const send = sending({});
			const { said } = await failed(spend(run, intent, send, done));
			const remedy = `${CHECK_PAID} ${advice}`;
			const message = `${reason}. Not sent again. ${noRoom('$0.00000005')}`;
			expect(said).toEqual({
				message,
				description: remedy,
				details: { ...details, may_be_paid: true, remedy },
			});
			expect(send).not.toHaveBeenCalled();
		},
	);

	test.each([
		[new Error('no price'), CHECK_PAID],
		['no price', CHECK_PAID],
	])('nor where its price cannot be told: %p', async (reason, remedy) => {
		run.notes.remember(KEY, { unclear: 'no answer' });
		const price = async () => await Promise.reject(reason as Error);
		const { said } = await failed(spend(run, { ...intent, price }, sending({}), done));
		expect(said).toEqual({
			message: 'no answer. Not sent again. no price',
			description: remedy,
			details: { may_be_paid: true, remedy },
		});
	});

	test('a remedy that stands in the refusal’s description is told too', async () => {
		run.notes.remember(KEY, { unclear: 'no answer' });
		const price = async () => await Promise.reject(failure('no price'));
		expect(
			(await failed(spend(run, { ...intent, price }, sending({}), done))).said.description,
		).toBe(`${CHECK_PAID} its remedy`);
	});

	test('of what was not sent before, the reason alone is told', async () => {
		run.account.open(50n, new Map());
		const { said } = await failed(spend(run, intent, sending({}), done));
		expect(said).toMatchObject({
			message: expect.stringMatching(/^A try can cost/),
			details: { remedy: advice },
		});
		expect(noted()).toBeNull();
	});
});

describe('Stop while the request is on its way', () => {
	const stopped = async (
		endpoint: EndpointName,
		isManual: boolean,
		reason = failure('Stopped'),
	) => {
		const stop = new AbortController();
		heard = nodeContext({ signal: stop.signal, isManual });
		run = heard.run.item(1);
		intent.endpoint = endpoint;
		const send = async () => {
			stop.abort();
			throw reason;
		};
		return await failed(spend(run, intent, send, done));
	};

	test.each<[EndpointName, boolean, string, object]>([
		['generateImage', false, ' and paid for', { may_be_paid: true }],
		['generateImage', true, ' and paid for', { may_be_paid: true }],
		['createKey', true, '', { may_be_made: true }],
	])(
		'is told in n8n’s log, and in the editor of who runs it by hand: %s, by hand %s',
		async (endpoint, isManual, paid, details) => {
			const { error, said } = await stopped(endpoint, isManual);
			const message = `Stopped while the request for item 2 was in progress: it may still have been accepted${paid}.`;
			expect(heard.logged).toEqual([message]);
			expect(heard.shown).toEqual(isManual ? [message] : []);
			expect(said).toEqual({ message: 'Stopped', description: 'its remedy', details });
			expect(wasTold(error)).toBe(true);
		},
	);

	test('a refusal needs no word', async () => {
		const { error } = await stopped('generateImage', true, refusal());
		expect([heard.logged, heard.shown, wasTold(error)]).toEqual([[], [], false]);
	});

	test('without it nothing is told so', async () => {
		heard = nodeContext({ signal: new AbortController().signal });
		run = heard.run.item(1);
		const { error } = await failed(spend(run, intent, failing(failure('broken')), done));
		expect([heard.logged, wasTold(error)]).toEqual([[], false]);
	});
});
