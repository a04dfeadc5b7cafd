import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { Attempt } from '../../../../nodes/MediaGeneration/lifecycle/attempt';
import { Journal, type Request } from '../../../../nodes/MediaGeneration/lifecycle/journal';
import { nodeContext } from '../../../support/nodeContext';
import { sized } from '../../../support/size';

const PRICE = 100n;
const why = { message: 'why' };

/** Appends what leads a request to a state. */
function lead(request: Request, to: 'sending' | 'running' | 'made' | 'unclear' | 'refused'): void {
	request.begin(PRICE);
	request.append({ type: 'reserved' });
	request.append({ type: 'sent' });
	if (to === 'running' || to === 'made') {
		const job = { job_id: 'j' };
		request.append({ type: 'answered', as: { state: 'running', job } });
		if (to === 'made') request.append({ type: 'looked', as: { state: 'made', job, result: {} } });
	}
	if (to === 'unclear') request.append({ type: 'answered', as: { state: 'unclear', why } });
	if (to === 'refused') request.append({ type: 'answered', as: { state: 'refused', why } });
}

describe('what a retry of the node finds', () => {
	const retried = (to: Parameters<typeof lead>[1]) => {
		const { run, kept } = nodeContext();
		const name = run.journal.nameOf('0', 'a fox');
		lead(run.journal.open(run.item(0), name), to);
		run.journal.close(false);
		const again = nodeContext({ kept: JSON.parse(JSON.stringify(kept)) as IDataObject }).run;
		return { journal: again.journal, request: again.journal.open(again.item(0), name) };
	};

	test.each<[Parameters<typeof lead>[1], Attempt['state'] | undefined, bigint]>([
		['running', 'running', PRICE],
		['made', 'made', PRICE],
		['unclear', 'unclear', PRICE],
		['sending', 'unclear', PRICE],
		['refused', undefined, 0n],
	])('%s is %s, and counts', (to, state, spent) => {
		const { journal, request } = retried(to);
		expect([request.standing?.state, journal.spent]).toEqual([state, spent]);
	});

	test('nothing of another round of a loop', () => {
		const { run, kept } = nodeContext();
		lead(run.journal.open(run.item(0), run.journal.nameOf('0', 'a fox')), 'unclear');
		const { journal } = nodeContext({ kept, runIndex: 1 }).run;
		expect(journal.spent).toBe(0n);
	});

	test('no secret that was given out', () => {
		const { run, kept } = nodeContext();
		const request = run.journal.open(run.item(0), 'key');
		request.spends = false;
		lead(request, 'made');
		expect(JSON.stringify(kept)).toContain('"secret":true');
		run.journal.forgetSecrets();
		expect(kept).toEqual({ mediaGenerationRequests: {} });
	});
});

test('what cannot be is logged, and changes nothing', () => {
	const { run } = nodeContext();
	const errors: string[] = [];
	Object.assign(run.context.logger, { error: (message: string) => errors.push(message) });
	const request = run.journal.open(run.item(0), 'a');
	lead(request, 'refused');
	const before = request.attempts;
	request.append({ type: 'sent' });
	expect([request.attempts, errors]).toEqual([
		before,
		['A request that is refused cannot be sent'],
	]);
});

describe('equal calls of an agent side by side', () => {
	/** What an agent's calls of one tool share. */
	const tool = () => {
		const kept = {};
		return () => {
			const { run } = nodeContext({ kept, isTool: true });
			const journal = new Journal(run);
			return { journal, request: journal.open(run, 'fox') };
		};
	};

	test('of two the second fails: the next takes up its job', () => {
		const call = tool();
		const [first, second] = [call(), call()];
		lead(first.request, 'running');
		lead(second.request, 'running');
		first.journal.close(true);
		second.journal.close(false);
		expect(call().request.name).toBe(second.request.name);
	});

	test('whatever calls do: what a call left is taken up before something new is made, once, and none is lost', () => {
		const steps = fc.array(
			fc.oneof(
				fc.constant('begin' as const),
				fc.record({ which: fc.nat(), succeeds: fc.boolean() }),
			),
			{ maxLength: 30 },
		);
		fc.assert(
			fc.property(steps, (all) => {
				const call = tool();
				const running: Array<ReturnType<typeof call>> = [];
				const left = new Set<string>();
				for (const step of all) {
					if (step === 'begin') {
						const next = call();
						expect(left.size > 0).toBe(left.has(next.request.name));
						expect(running.map(({ request }) => request.name)).not.toContain(next.request.name);
						left.delete(next.request.name);
						if (!next.request.standing) lead(next.request, 'running');
						running.push(next);
					} else {
						const [one] = running.splice(step.which % Math.max(1, running.length), 1);
						one?.journal.close(step.succeeds);
						if (one && !step.succeeds) left.add(one.request.name);
					}
				}
				for (const { journal } of running) journal.close(true);
			}),
			{ numRuns: sized(50, 200) },
		);
	});
});
