import fc from 'fast-check';
import type { IDataObject, IExecuteWorkflowInfo, INodeExecutionData } from 'n8n-workflow';
import { setImmediate as turn } from 'node:timers/promises';
import { STOPPED_CODE } from '../../../../nodes/MediaGeneration/failures/connection';
import { detailsOf, withDetails } from '../../../../nodes/MediaGeneration/failures/details';
import { marked } from '../../../../nodes/MediaGeneration/failures/errors';
import { apiError } from '../../../../nodes/MediaGeneration/failures/failure';
import { nextStep, sumOf } from '../../../../nodes/MediaGeneration/lifecycle/attempt';
import { LedgerEntry } from '../../../../nodes/MediaGeneration/lifecycle/ledger/entry';
import { attemptsOfLines, underWay } from '../../../../nodes/MediaGeneration/lifecycle/ledger/rows';
import { sendPaid } from '../../../../nodes/MediaGeneration/lifecycle/paidRequest';
import type { Request } from '../../../../nodes/MediaGeneration/lifecycle/journal';
import type { Run } from '../../../../nodes/MediaGeneration/lifecycle/run';
import { DataTables } from '../../../support/dataTable';
import { nodeContext } from '../../../support/nodeContext';
import { sized } from '../../../support/size';
import { useMovedTime } from '../../../support/time';

jest.mock('n8n-workflow', () =>
	jest
		.requireActual<typeof import('../../../support/time')>('../../../support/time')
		.withMovedSleep(),
);

const PRICE = 100n;
const time = useMovedTime();
/** Longer than a process that is gone counts as alive. */
const LEASE_OVER_MS = 40_000;

/** What the service does with a request, and whether it charges for it. */
const ANSWERS = {
	accepted: true,
	made: true,
	'nothing to be understood': true,
	'broke after it was accepted': true,
	'broke before it was accepted': false,
	refused: false,
	'never arrived': false,
	'stopped before it left': false,
	'stopped on its way': true,
} as const;
type AnswerName = keyof typeof ANSWERS;

/** Where the process dies: it forgets everything but what n8n keeps. */
const DEATHS = [
	'before it arrives',
	'before its answer',
	'before it is written down',
	'after that',
] as const;
type Death = (typeof DEATHS)[number];

const ENDS = ['made', 'failed', 'lost', 'running'] as const;
type End = (typeof ENDS)[number];

interface RowPlan {
	key?: 'a' | 'b';
	answers: AnswerName[];
	/** What is heard of its job: by looks, and by callbacks that come early, twice or late. */
	heard: End[];
	death?: Death;
}

/** What befalls the ledger's table: n8n takes nothing, or does, and its reply gets lost. */
const TROUBLES = ['full', 'reply lost', 'slow'] as const;

interface Step {
	rows: RowPlan[];
	/** Whether the node is tried again in the same execution, rather than run anew. */
	isRetry: boolean;
	/** Whether n8n goes on with the execution, where its process dies. */
	isRecovered: boolean;
	payTwice: boolean;
	/** How many attempts the budget has room for. */
	room?: number;
	/** Which write of the run meets it. */
	trouble?: { kind: (typeof TROUBLES)[number]; at: number };
}

const row: fc.Arbitrary<RowPlan> = fc.record(
	{
		key: fc.constantFrom('a' as const, 'b' as const),
		answers: fc.array(fc.constantFrom(...(Object.keys(ANSWERS) as AnswerName[])), {
			minLength: 1,
			maxLength: 3,
		}),
		heard: fc.array(fc.constantFrom(...ENDS), { maxLength: 3 }),
		death: fc.constantFrom(...DEATHS),
	},
	{ requiredKeys: ['answers', 'heard'] },
);
/** Most rows live, and most steps do not pay twice. */
const living = row.map((plan) => ({ ...plan, death: undefined }));
const step: fc.Arbitrary<Step> = fc.record(
	{
		rows: fc.array(fc.oneof({ weight: 5, arbitrary: living }, { weight: 1, arbitrary: row }), {
			minLength: 1,
			maxLength: 4,
		}),
		isRetry: fc.boolean(),
		isRecovered: fc.boolean(),
		payTwice: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
		room: fc.nat(4),
		trouble: fc.record({ kind: fc.constantFrom(...TROUBLES), at: fc.nat(6) }),
	},
	{ requiredKeys: ['rows', 'isRetry', 'isRecovered', 'payTwice'] },
);

/** What is true of the world outside of n8n, and what n8n keeps. */
class World {
	readonly tables = new DataTables();
	/** What the service has charged: for whom, and in which execution. */
	readonly charges: Array<{ key?: string; execution: number; name: string; id: string }> = [];
	/** Jobs that were seen to have failed, so that their keys are free again. */
	readonly failed = new Set<string>();
	/** The keys and the requests of which somebody said to rather pay twice. */
	readonly paysTwice = new Set<string>();
	kept: IDataObject = {};
	execution = 0;
}

/** A promise of its own each time: one that all wait for would keep them all in memory. */
const never = async () => await new Promise<never>(() => undefined);

/** One process that runs the node once. */
class Process {
	readonly run: Run;
	isDead = false;
	readonly stop = new AbortController();
	readonly execution: number;
	/** What n8n has of it, where it has died. */
	private left?: IDataObject;
	private readonly died: Promise<void>;
	private die: () => void = () => undefined;

	constructor(
		private readonly world: World,
		private readonly plan: Step,
	) {
		const { context, run } = nodeContext({ kept: world.kept, signal: this.stop.signal });
		const { trouble } = plan;
		let writes = 0;
		const meets = (kind: (typeof TROUBLES)[number], operation: string) =>
			operation === 'row.insert' && trouble?.kind === kind && writes++ === trouble.at;
		const { tables } = world;
		tables.failure = (operation) => (meets('full', operation) ? 'size limit exceeded' : undefined);
		tables.replyLost = (operation) => meets('reply lost', operation);
		tables.before = async (operation) => {
			if (meets('slow', operation)) for (let turns = 0; turns < 50; turns++) await turn();
		};
		this.run = run;
		this.execution = world.execution;
		this.died = new Promise((resolve) => {
			this.die = resolve;
		});
		const { executeWorkflow } = world.tables.context().context as unknown as {
			executeWorkflow: (
				info: IExecuteWorkflowInfo,
				items: INodeExecutionData[],
			) => Promise<unknown>;
		};
		Object.assign(context, {
			executeWorkflow: async (info: IExecuteWorkflowInfo, items: INodeExecutionData[]) =>
				this.isDead ? await never() : await executeWorkflow(info, items),
		});
	}

	/** From now on nothing that this process does outlives it. */
	private forget(): void {
		this.isDead = true;
		this.left ??= structuredClone(this.world.kept);
	}

	/** Nothing of this process goes on. */
	private async end(): Promise<never> {
		this.forget();
		this.die();
		return await never();
	}

	/** Runs all rows; nothing where it died. */
	async outcomes(): Promise<Array<PromiseSettledResult<string>> | undefined> {
		const { rows, payTwice, room } = this.plan;
		const { journal } = this.run;
		journal.limit = room === undefined ? undefined : PRICE * BigInt(room);
		const all = rows.map(async (plan, index) => {
			const own = this.run.item(index);
			const name = journal.nameOf(String(index), [plan.key, index]);
			const request = journal.open(own, name);
			if (payTwice) this.world.paysTwice.add(this.nameOf(request));
			if (plan.key !== undefined) {
				if (payTwice) this.world.paysTwice.add(plan.key);
			}
			return await this.perform(own, request, plan);
		});
		const outcomes = await Promise.race([Promise.allSettled(all), this.died.then(() => undefined)]);
		if (!outcomes) {
			this.forget();
			this.world.kept = this.left ?? {};
			underWay.clear();
			time.move(LEASE_OVER_MS);
			return undefined;
		}
		journal.close(outcomes.every(({ status }) => status === 'fulfilled'));
		await this.run.closeLedger();
		return outcomes;
	}

	private async perform(own: Run, request: Request, plan: RowPlan): Promise<string> {
		const { payTwice } = this.plan;
		let sent = 0;
		const once = async () =>
			await this.answer(own, plan, this.nameOf(request), plan.answers[sent++] ?? 'made');
		const { value } = await sendPaid<string>(request, {
			endpoint: 'generateImage',
			openLedger: async () => {
				const { key } = plan;
				if (key === undefined) return;
				const ledger = await own.ledger({ table: 'jobs', days: 90 });
				const draft = { key, kind: 'image', estimated_cost_nanos: PRICE.toString() };
				request.entry = new LedgerEntry(own, ledger, draft, true);
			},
			payTwice,
			price: async () => PRICE,
			send: async (again) => {
				for (;;) {
					const outcome = await once().catch((failure: Error) => failure);
					if (!(outcome instanceof Error)) return outcome;
					const isClear = detailsOf(outcome).http_code === 400;
					if (isClear || !payTwice || sent >= 3 || !(await again(outcome as never))) throw outcome;
				}
			},
			read: (answer) => {
				const { id, isMade } = answer as { id?: string; isMade?: boolean };
				if (id === undefined) return { unclear: {} };
				const job = { job_id: id };
				return {
					value: id,
					as: isMade
						? { state: 'made', job, result: {}, charged: PRICE }
						: { state: 'running', job },
				};
			},
			recall: ({ job }) => job.job_id,
		});
		if (request.current?.state !== 'running') return value;
		for (const end of plan.heard) this.hear(request, value, end);
		return value;
	}

	/** A look, or a callback that a look has confirmed, at whatever time. */
	private hear(request: Request, job_id: string, end: End): void {
		const job = { job_id };
		const why = { message: 'no' };
		const { state: before } = request.current ?? {};
		if (end === 'lost') request.append({ type: 'gone', why: { ...why, details: {} } });
		else if (end === 'running') request.append({ type: 'looked', as: { state: end, job } });
		else if (end === 'made')
			request.append({ type: 'looked', as: { state: end, job, result: {}, charged: PRICE } });
		else request.append({ type: 'looked', as: { state: end, job, why, result: {} } });
		const { state } = request.current ?? {};
		if (before === 'made') expect(state).toBe('made');
		// What the service has once said frees the key, whatever it says later.
		if (state === 'failed') this.world.failed.add(job_id);
	}

	private readonly nameOf = ({ name }: Request) => `${this.execution} ${name}`;

	private async answer(
		own: Run,
		plan: RowPlan,
		request: string,
		name: AnswerName,
	): Promise<unknown> {
		if (this.isDead) return await never();
		if (plan.death === 'before it arrives') return await this.end();
		const { charges } = this.world;
		const { execution } = this;
		const id = `job-${charges.length}`;
		if (ANSWERS[name]) charges.push({ key: plan.key, execution, name: request, id });
		if (plan.death === 'before its answer') return await this.end();
		if (plan.death === 'before it is written down') this.forget();
		if (plan.death !== undefined) this.die();
		const failure = (status: number) =>
			withDetails(apiError(own, name, undefined, status), { http_code: status });
		switch (name) {
			case 'accepted':
			case 'made':
				return { id, isMade: name === 'made' };
			case 'nothing to be understood':
				return {};
			case 'refused':
				throw marked(failure(400), 'refused');
			case 'never arrived':
				throw marked(withDetails(apiError(own, name), { code: 'ECONNREFUSED' }), 'refused');
			case 'stopped before it left':
				this.stop.abort();
				throw marked(withDetails(apiError(own, name), { code: STOPPED_CODE }), 'refused');
			case 'stopped on its way':
				this.stop.abort();
				throw withDetails(apiError(own, name), { code: STOPPED_CODE });
			default:
				throw failure(502);
		}
	}
}

/** What must be true after a step, whatever happened. */
function check(
	world: World,
	process: Process,
	plan: Step,
	outcomes: Array<PromiseSettledResult<string>> | undefined,
): void {
	const { journal } = process.run;
	const { execution, failed, paysTwice } = world;
	const charges = world.charges.filter(({ id }) => !failed.has(id));
	for (const key of ['a', 'b'])
		if (!paysTwice.has(key))
			expect(charges.filter((charge) => charge.key === key).length).toBeLessThanOrEqual(1);
	for (const { name } of charges)
		if (!paysTwice.has(name))
			expect(charges.filter((charge) => charge.name === name)).toHaveLength(1);
	const found = attemptsOfLines(Date.now(), world.tables.rowsOf('jobs'));
	for (const { key } of charges) {
		// Whoever wants the same next finds it, or that it may have been paid for.
		const attempts = found.filter(({ row: { key: known } }) => known === key);
		if (key !== undefined)
			expect(
				nextStep(
					attempts.map(({ attempt }) => attempt),
					false,
				),
			).not.toBe('send');
	}
	if (!outcomes) return;
	const charged =
		PRICE * BigInt(world.charges.filter((charge) => charge.execution === execution).length);
	expect(charged).toBeLessThanOrEqual(journal.spent);
	if (plan.room !== undefined && !plan.isRetry)
		expect(charged).toBeLessThanOrEqual(PRICE * BigInt(plan.room));
	const states = journal.requests.flatMap(({ attempts }) => attempts.map(({ state }) => state));
	expect(states.filter((state) => ['planned', 'reserved', 'sending'].includes(state))).toEqual([]);
	const told = outcomes.map((outcome) =>
		outcome.status === 'fulfilled' ? outcome.value : detailsOf(outcome.reason),
	);
	for (const [index, request] of journal.requests.entries()) {
		const isUnclear = request.attempts.some(({ state }) => state === 'unclear');
		if (isUnclear && sumOf(request.attempts) > 0n && outcomes[index]?.status === 'rejected')
			expect(told[index]).toMatchObject({ may_be_paid: true });
	}
}

const RUNS = Number(process.env['MODEL_RUNS'] ?? sized(60, 2_000));

test('whatever is asked, answered, and whenever a process dies: no key is paid twice, no budget passed, nothing paid is lost', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
			const world = new World();
			const processes: Process[] = [];
			for (const plan of steps) {
				if (!plan.isRetry) {
					world.kept = {};
					world.execution++;
				}
				const node = new Process(world, plan);
				processes.push(node);
				check(world, node, plan, await node.outcomes());
				const hasDied = plan.rows.some(({ death }) => death !== undefined);
				if (hasDied && !plan.isRecovered) {
					world.kept = {};
					world.execution++;
				}
			}
			for (const node of processes) node.isDead = true;
		}),
		{ numRuns: RUNS, endOnFailure: true },
	);
});
