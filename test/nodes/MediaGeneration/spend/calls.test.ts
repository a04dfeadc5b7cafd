import * as fc from 'fast-check';
import type { IExecuteFunctions } from 'n8n-workflow';
import { forget, recall, remember } from '../../../../nodes/MediaGeneration/spend/memory';
import { inOneCall, nameOfCall } from '../../../../nodes/MediaGeneration/spend/calls';

/** What an agent's calls of one tool share. */
function execution(id: string): IExecuteFunctions {
	const kept = {};
	return { getExecutionId: () => id, getNode: () => ({ id: 'tool', type: 'x.mediaGenerationTool' }), getContext: () => kept } as unknown as IExecuteFunctions;
}

/** A call that is under way: `taken` is the job that it took up, if any. */
async function begin(context: IExecuteFunctions, job: string) {
	let end: (succeeds: boolean) => void = () => {};
	let taken: string | undefined;
	const done = inOneCall(context, 'fox', async (name) => {
		taken = recall(context, name)?.job_id;
		remember(context, name, { job_id: taken ?? job });
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
	const context = execution('1');
	const [first, second] = [await begin(context, 'job 1'), await begin(context, 'job 2')];
	await first.end(true);
	await second.end(false);
	expect((await begin(context, 'job 3')).taken).toBe('job 2');
});

test('whatever calls do, side by side: a job that a call left is taken up before a new one is made, once, and none is lost', async () => {
	let executions = 0;
	const step = fc.oneof(fc.constant('begin' as const), fc.record({ which: fc.nat(), succeeds: fc.boolean() }));
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
			const context = execution(`property ${executions++}`);
			const running: Array<Awaited<ReturnType<typeof begin>>> = [];
			const left = new Set<string>();
			for (const [index, wanted] of steps.entries()) {
				if (wanted === 'begin') {
					const call = await begin(context, `job ${index}`);
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
	const context = execution('2');
	await inOneCall(context, 'fox', async (name) => {
		remember(context, name, { job_id: 'job 1' });
		forget(context, name);
		throw new Error('failed');
	}).catch(() => {});
	expect((await begin(context, 'job 2')).taken).toBeUndefined();
});

test('a call does not take up what another request has left', async () => {
	const context = execution('3');
	await (await begin(context, 'job 1')).end(false);
	await inOneCall(context, 'wolf', async (name) => expect(recall(context, name)).toBeUndefined());
	expect((await begin(context, 'job 2')).taken).toBe('job 1');
});

test('a node that is no tool remembers under the very name, and keeps it', async () => {
	const kept = {};
	const context = {
		getExecutionId: () => '4',
		getNode: () => ({ id: 'node', type: 'x.mediaGeneration' }),
		getContext: () => kept,
	} as unknown as IExecuteFunctions;
	expect(nameOfCall(context, 'fox')).toBe('fox');
	await inOneCall(context, 'fox', async (name) => remember(context, name, { job_id: 'job 1' }));
	expect(recall(context, 'fox')?.job_id).toBe('job 1');
});
