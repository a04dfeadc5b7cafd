import fc from 'fast-check';
import { createSandbox, type Sandbox } from '../../sandbox';
import { ManualClock } from '../../sandbox';
import { chooseCost } from '../../sandbox/pricing';
import { sized } from '../support/size';
import { closeAll } from './support';

afterEach(closeAll);

/** Something that may happen to a sandbox: a request, or time that passes. */
type Step = { advance: number } | { method: string; path: string; body?: object };

const post = (path: string, body: object): Step => ({ method: 'POST', path: `/v1/${path}`, body });
const prompt = fc.constantFrom('fox', '[fail]', '[slow] fox', '[moderated]', '');
/** `$last` stands for the last key that was made. */
const keyStep: fc.Arbitrary<Step> = fc.constantFrom<Step>(
	post('api-keys', { name: 'k', scopes: ['image:*'] }),
	post('api-keys/$last/rotate', {}),
	{ method: 'PATCH', path: '/v1/api-keys/$last/revoke' },
	{ method: 'PATCH', path: '/v1/api-keys/$last/reactivate' },
	{ method: 'DELETE', path: '/v1/api-keys/$last' },
	{ method: 'GET', path: '/v1/api-keys' },
);
const limit = fc.option(fc.double({ min: 0, max: 5, noNaN: true }));
const model = fc.constantFrom('model-dev', 'realism-2', 'sandbox-image-quality', 'none');
const callback = fc.constantFrom({}, { callback_url: 'http://127.0.0.1:9/' });
const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 4,
		arbitrary: fc
			.tuple(fc.record({ prompt, model }), callback)
			.map(([body, more]) => post('images/generations', { ...body, ...more })),
	},
	{
		weight: 2,
		arbitrary: fc
			.record({ prompt, seconds: fc.constantFrom(5, 8, 6) })
			.map((body) => post('videos/generations', body)),
	},
	{
		weight: 2,
		arbitrary: fc
			.record({ content: fc.string({ maxLength: 200 }), stream: fc.boolean() })
			.map(({ content, stream }) => {
				const messages = [{ role: 'user', content }];
				return post('chat/completions', { model: 'sandbox-chat-large', messages, stream });
			}),
	},
	{ weight: 3, arbitrary: fc.record({ advance: fc.integer({ min: 0, max: 90_000_000 }) }) },
	{
		weight: 1,
		arbitrary: fc
			.record({ daily_limit_usd: limit, monthly_limit_usd: limit })
			.map((body): Step => ({ method: 'PUT', path: '/v1/billing/limits', body })),
	},
	{ weight: 2, arbitrary: keyStep },
);

/** Drives a sandbox without listening, and keeps every secret and every answer. */
class Driver {
	readonly clock = new ManualClock();
	readonly sandbox: Sandbox = createSandbox({
		clock: this.clock,
		keptRequests: 0,
	});
	private readonly account = this.sandbox.addAccount({ balanceUsd: '4.123456789' });
	private readonly pending: Array<Promise<void>> = [];
	readonly answers: string[] = [];

	get state() {
		return this.sandbox.state.accounts.get(this.account.accountId)!;
	}

	async run(steps: Step[]): Promise<void> {
		for (const each of steps) {
			if ('advance' in each) await this.clock.advance(each.advance);
			else this.pending.push(this.send(each));
			// A sync answer comes only when the clock has moved on.
			await new Promise((resolve) => setImmediate(resolve));
			this.checkLedger();
		}
	}

	/** Lets everything that is open end. */
	async finish(): Promise<void> {
		while (this.clock.pending > 0) await this.clock.advance(60_000);
		await Promise.all(this.pending);
		this.checkLedger();
	}

	private checkLedger(): void {
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

	private async send({ method, path, body }: Extract<Step, { path: string }>): Promise<void> {
		const { accountId, keyId, apiKey, session } = this.account;
		const last = this.sandbox.context.keys
			.keysOf(this.sandbox.state.accounts.get(accountId)!)
			.filter(({ id }) => id !== keyId)
			.at(-1);
		const headers = {
			'x-api-key': apiKey,
			'x-developer-session': session,
			'content-type': 'application/json',
		};
		const response = await this.sandbox.app.request(
			`/api${path.replace('$last', last?.id ?? 'none')}`,
			{
				method,
				headers,
				body: body && JSON.stringify(body),
			},
		);
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
	const keySteps = fc.array(keyStep, { minLength: 3, maxLength: 30 });
	await fc.assert(
		fc.asyncProperty(keySteps, async (steps) => {
			const driver = new Driver();
			await driver.run(steps);
			await driver.finish();
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
