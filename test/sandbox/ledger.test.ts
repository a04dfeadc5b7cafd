import fc from 'fast-check';
import { createSandbox, ManualClock, seededRandom, type Sandbox } from '../../sandbox';
import { chooseCost } from '../../sandbox/pricing';
import { sized } from '../support/size';
import { closeAll } from './support';

afterEach(closeAll);

/** Something that may happen to a sandbox. */
type Step =
	| { do: 'image'; prompt: string; sync: boolean; model: string }
	| { do: 'video'; prompt: string; seconds: number }
	| { do: 'chat'; words: string; stream: boolean }
	| { do: 'advance'; ms: number }
	| { do: 'limits'; daily: number | null; monthly: number | null }
	| { do: 'key'; action: 'create' | 'rotate' | 'revoke' | 'reactivate' | 'delete' | 'list' };

const prompt = fc.constantFrom('fox', '[fail]', '[slow] fox', '[moderated]', '');
const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			do: fc.constant('image' as const),
			prompt,
			sync: fc.boolean(),
			model: fc.constantFrom('model-dev', 'realism-2', 'sandbox-image-quality', 'none'),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant('video' as const),
			prompt,
			seconds: fc.constantFrom(5, 8, 6),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant('chat' as const),
			words: fc.string({ maxLength: 200 }),
			stream: fc.boolean(),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			do: fc.constant('advance' as const),
			ms: fc.integer({ min: 0, max: 90_000_000 }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant('limits' as const),
			daily: fc.option(fc.double({ min: 0, max: 3, noNaN: true })),
			monthly: fc.option(fc.double({ min: 0, max: 5, noNaN: true })),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant('key' as const),
			action: fc.constantFrom('create', 'rotate', 'revoke', 'reactivate', 'delete', 'list'),
		}),
	},
);

/** Drives a sandbox without listening, and keeps every secret and every answer. */
class Driver {
	readonly clock = new ManualClock();
	readonly sandbox: Sandbox = createSandbox({
		clock: this.clock,
		random: seededRandom(1),
		keptRequests: 0,
	});
	private readonly account = this.sandbox.addAccount({ balanceUsd: '4.123456789' });
	readonly pending: Array<Promise<void>> = [];
	readonly answers: string[] = [];

	get state() {
		return this.sandbox.state.accounts.get(this.account.accountId)!;
	}

	async run(steps: Step[]): Promise<void> {
		for (const each of steps) {
			await this.take(each);
			this.checkLedger();
		}
	}

	/** Lets everything that is open end. */
	async finish(): Promise<void> {
		while (this.clock.pending > 0) await this.clock.advance(60_000);
		await Promise.all(this.pending);
		this.checkLedger();
	}

	checkLedger(): void {
		const { entries, availableNanos, heldNanos } = this.state;
		const sum = (type?: string) =>
			entries
				.filter((entry) => !type || entry.type === type)
				.reduce((total, { amountNanos }) => total + amountNanos, 0n);
		expect(availableNanos).toBe(sum());
		expect(heldNanos).toBe(-sum('hold') - sum('release'));
		expect(availableNanos >= 0n && heldNanos >= 0n).toBe(true);
		expect(this.sandbox.context.ledger.fundsOf(this.state).totalNanos).toBe(
			sum('deposit') + sum('charge'),
		);
	}

	private async take(each: Step): Promise<void> {
		switch (each.do) {
			case 'image':
				return this.post('/v1/images/generations', {
					prompt: each.prompt,
					model: each.model,
					...(!each.sync && { callback_url: 'http://127.0.0.1:9/' }),
				});
			case 'video':
				return this.post('/v1/videos/generations', { prompt: each.prompt, seconds: each.seconds });
			case 'chat':
				return this.post('/v1/chat/completions', {
					model: 'sandbox-chat-large',
					messages: [{ role: 'user', content: each.words }],
					stream: each.stream,
				});
			case 'limits':
				return this.send('PUT', '/v1/billing/limits', {
					daily_limit_usd: each.daily,
					monthly_limit_usd: each.monthly,
				});
			case 'advance':
				return this.clock.advance(each.ms);
			case 'key':
				return this.key(each.action);
		}
	}

	private async key(action: Extract<Step, { do: 'key' }>['action']): Promise<void> {
		const ids = [...this.sandbox.state.keys.values()]
			.filter(
				({ id, accountId }) => accountId === this.account.accountId && id !== this.account.keyId,
			)
			.map(({ id }) => id);
		const last = ids.at(-1) ?? 'none';
		switch (action) {
			case 'create':
				return this.send('POST', '/v1/api-keys', { name: 'k', scopes: ['image:*'] });
			case 'list':
				return this.send('GET', '/v1/api-keys');
			case 'rotate':
				return this.send('POST', `/v1/api-keys/${last}/rotate`);
			case 'delete':
				return this.send('DELETE', `/v1/api-keys/${last}`);
			default:
				return this.send('PATCH', `/v1/api-keys/${last}/${action}`);
		}
	}

	/** Sends without waiting for the end: a sync answer comes when the clock has moved on. */
	private async post(path: string, body: object): Promise<void> {
		this.pending.push(this.send('POST', path, body));
		await new Promise((resolve) => setImmediate(resolve));
	}

	private async send(method: string, path: string, body?: object): Promise<void> {
		const headers = {
			'x-api-key': this.account.apiKey,
			'x-developer-session': this.account.session,
			'content-type': 'application/json',
		};
		const response = await this.sandbox.app.request(`/api${path}`, {
			method,
			headers,
			body: body && JSON.stringify(body),
		});
		this.answers.push(await response.text());
	}
}

it('balances to the nano after anything, and holds nothing when nothing is open', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
			const driver = new Driver();
			await driver.run(steps);
			await driver.finish();
			expect(driver.state.heldNanos).toBe(0n);
			const jobs = [...driver.sandbox.state.jobs.values()];
			expect(jobs.every(({ status }) => status !== 'processing')).toBe(true);
			for (const { id, costNanos, status } of jobs) {
				const charged = driver.state.entries
					.filter(({ jobId, type }) => jobId === id && type === 'charge')
					.map(({ amountNanos }) => amountNanos);
				expect(charged).toEqual(status === 'completed' ? [-costNanos] : []);
			}
			await driver.sandbox.close();
		}),
		{ numRuns: sized(30, 600) },
	);
});

it('never answers the same secret twice', async () => {
	const keySteps = fc.array(
		step.filter((each) => each.do === 'key'),
		{ minLength: 3, maxLength: 30 },
	);
	await fc.assert(
		fc.asyncProperty(keySteps, async (steps) => {
			const driver = new Driver();
			await driver.run(steps);
			const secrets = driver.answers.flatMap((answer) =>
				[...answer.matchAll(/"secret_key":"([^"]+)"/g)].map(([, secret]) => secret!),
			);
			const all = driver.answers.join('\n');
			for (const secret of secrets) expect(all.split(secret).length - 1).toBe(1);
			await driver.sandbox.close();
		}),
		{ numRuns: sized(30, 600) },
	);
});

describe('the price', () => {
	const model = {
		id: 'x',
		kind: 'video',
		status: 'Live',
		accepts: { seconds: { min: 2, max: 12 } },
		price: { per: 'second', rates: [{ usd: ['0.10', '0.20'] }] },
		etaSeconds: 1,
	} as const;

	it.each([
		[2, 200_000_000n],
		[7, 1_050_000_000n],
		[12, 2_400_000_000n],
		[undefined, 650_000_000n],
	])('of %s seconds lies where they lie in their range', (seconds, nanos) => {
		expect(chooseCost(model, { prompt: 'x', seconds })).toBe(nanos);
	});

	it('without seconds is that of five', () => {
		expect(chooseCost(model, {})).toBe(chooseCost(model, { seconds: 5 }));
	});
});
