import type { IExecuteFunctions } from 'n8n-workflow';
import { inOneCall, nameOfCall } from '../../../../nodes/MediaGeneration/spend/calls';
import * as fc from 'fast-check';
import { Run } from '../../../../nodes/MediaGeneration/spend/run';

/** What an agent's calls of one tool share. */
function execution(id: string): Run {
	const kept = {};
	const node = { id: 'tool', type: 'x.mediaGenerationTool' };
	return new Run({
		getExecutionId: () => id,
		getNode: () => node,
		getContext: () => kept,
	} as unknown as IExecuteFunctions);
}

/** A call that is under way: `taken` is the job that it took up, if any. */
async function begin(run: Run, job: string) {
	let end: (succeeds: boolean) => void = () => {};
	let taken: string | undefined;
	const done = inOneCall(run, 'fox', async (name) => {
		taken = run.notes.recall(name)?.job_id;
		run.notes.remember(name, { job_id: taken ?? job });
		const succeeds = await new Promise<boolean>((resolve) => (end = resolve));
		if (!succeeds) throw new Error('time-out');
	});
	return {
		taken,
		job: taken ?? job,
		end: async (succeeds: boolean) => {
			end(succeeds);
			await done.catch(() => {});
		},
	};
}

test('of two equal calls the second fails: the next takes up its job', async () => {
	const run = execution('1');
	const [first, second] = [await begin(run, 'job 1'), await begin(run, 'job 2')];
	await first.end(true);
	await second.end(false);
	expect((await begin(run, 'job 3')).taken).toBe('job 2');
});

test('whatever calls do, side by side: a job that a call left is taken up before a new one is made, once, and none is lost', async () => {
	let executions = 0;
	const step = fc.oneof(
		fc.constant('begin' as const),
		fc.record({ which: fc.nat(), succeeds: fc.boolean() }),
	);
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
			const run = execution(`property ${executions++}`);
			const running: Array<Awaited<ReturnType<typeof begin>>> = [];
			const left = new Set<string>();
			for (const [index, wanted] of steps.entries()) {
				if (wanted === 'begin') {
					const call = await begin(run, `job ${index}`);
					expect(call.taken !== undefined).toBe(left.size > 0);
					if (call.taken) expect(left.delete(call.taken)).toBe(true);
					running.push(call);
				} else if (running.length > 0) {
					const [call] = running.splice(wanted.which % running.length, 1);
					await call?.end(wanted.succeeds);
					if (call && !wanted.succeeds) left.add(call.job);
				}
			}
			for (const call of running) await call.end(true);
		}),
	);
});

test('what came to nothing is forgotten', async () => {
	const run = execution('2');
	await inOneCall(run, 'fox', async (name) => {
		run.notes.remember(name, { job_id: 'job 1' });
		run.notes.forget(name);
		throw new Error('failed');
	}).catch(() => {});
	expect((await begin(run, 'job 2')).taken).toBeUndefined();
});

test('a call does not take up what another request has left', async () => {
	const run = execution('3');
	await (await begin(run, 'job 1')).end(false);
	await inOneCall(run, 'wolf', async (name) => expect(run.notes.recall(name)).toBeUndefined());
	expect((await begin(run, 'job 2')).taken).toBe('job 1');
});

test('a node that is no tool remembers under the very name, and keeps it', async () => {
	const kept = {};
	const run = new Run({
		getExecutionId: () => '4',
		getNode: () => ({ id: 'node', type: 'x.mediaGeneration' }),
		getContext: () => kept,
	} as unknown as IExecuteFunctions);
	expect(nameOfCall(run, 'fox')).toBe('fox');
	await inOneCall(run, 'fox', async (name) => run.notes.remember(name, { job_id: 'job 1' }));
	expect(run.notes.recall('fox')?.job_id).toBe('job 1');
});
