import { hashOf, type Note } from '../../../../nodes/MediaGeneration/spend/notes';
import { nodeContext } from '../../../support/nodeContext';

const full: Required<Note> = {
	job_id: 'j',
	status_url: '/j',
	told: { cost_usd: 1 },
	answer: { status: 'completed' },
	read: { status: 'completed' },
	files: [null],
	stale: true,
	unclear: 'why',
	partial_text: 'Once',
	said: [1],
	attempt: 'a',
	price: '5',
	secret: true,
};
const nothing = Object.fromEntries(Object.keys(full).map((name) => [name, undefined]));

test('a note is remembered whole, also by another process', () => {
	const { run, kept } = nodeContext();
	run.notes.remember('k', full);
	expect(run.notes.recall('k')).toEqual(full);
	const copy = JSON.parse(JSON.stringify(kept)) as never;
	expect(nodeContext({ kept: copy }).run.notes.recall('k')).toEqual(full);
	expect(run.notes.recall('other')).toBeUndefined();
	run.notes.forget('k');
	expect(run.notes.recall('k')).toBeUndefined();
});

test('a note of little is that, and no secret', () => {
	const { run } = nodeContext();
	run.notes.remember('k', { job_id: 'j' });
	expect(run.notes.recall('k')).toEqual({ ...nothing, job_id: 'j', secret: false });
});

test('what cannot be written down is left out', () => {
	const { run } = nodeContext();
	run.notes.remember('k', { answer: () => 1, read: () => 1, files: () => 1, said: Symbol('x') });
	expect(run.notes.recall('k')).toEqual({ ...nothing, secret: false });
});

test.each([['text'], [null], [[1]]])(
	'what n8n has kept of something else is no note: %j',
	(other) => {
		expect(
			nodeContext({ kept: { mediaGenerationSubmissions: { k: other } } as never }).run.notes.recall(
				'k',
			),
		).toBeUndefined();
		expect(
			nodeContext({ kept: { mediaGenerationSubmissions: other } as never }).run.notes.recall('k'),
		).toBeUndefined();
	},
);

test('fields of a note that are something else are none', () => {
	const odd = Object.fromEntries(Object.keys(full).map((name) => [name, 1]));
	expect(
		nodeContext({ kept: { mediaGenerationSubmissions: { k: odd } } }).run.notes.recall('k'),
	).toEqual({
		...nothing,
		answer: 1,
		read: 1,
		files: 1,
		said: 1,
		secret: false,
	});
});

test('what the node keeps for itself stays where workflows that pause across an update look for it', () => {
	const { run, kept } = nodeContext();
	run.notes.remember('k', { job_id: 'j' });
	run.notes.spentByRun().spent = '5';
	expect(kept).toEqual({
		mediaGenerationSubmissions: { k: { job_id: 'j', answer: undefined, said: undefined } },
		mediaGenerationSpent: { 0: { spent: '5' } },
	});
});

test('names are told apart by their beginning', () => {
	const { run } = nodeContext();
	for (const name of ['fox:0', 'fox:1', 'fo:2', 'a fox:3']) run.notes.remember(name, {});
	expect(run.notes.namesWith('fox:')).toEqual(['fox:0', 'fox:1']);
});

test('only secrets are forgotten when the node has given them out', () => {
	const { run } = nodeContext();
	run.notes.remember('secret', { secret: true });
	run.notes.remember('open', { job_id: 'j', secret: false });
	run.notes.remember('neither', { job_id: 'j' });
	run.notes.forgetSecrets();
	expect(run.notes.namesWith('')).toEqual(['open', 'neither']);
});

describe('the name of a request', () => {
	const request = { prompt: 'a fox' };

	test('tells apart runs, items and what is asked for', () => {
		const key = (runIndex: number, item: number, asked: unknown) =>
			nodeContext({ runIndex }).run.item(item).noteKey(asked);
		expect(key(0, 2, request)).toBe(`0:2:${hashOf(request)}`);
		expect(key(0, 2, { prompt: 'a fox' })).toBe(key(0, 2, request));
		expect(
			new Set([
				key(0, 2, request),
				key(1, 2, request),
				key(0, 1, request),
				key(0, 2, { prompt: 'a wolf' }),
			]).size,
		).toBe(4);
		expect(nodeContext({ isTool: true, runIndex: 3 }).run.noteKey(request)).toBe(
			`tool:0:${hashOf(request)}`,
		);
		expect(hashOf(request)).toMatch(/^[0-9a-f]{64}$/);
	});

	test('has n8n asked for the run once', () => {
		const { run, context } = nodeContext();
		const asked = jest.spyOn(context, 'evaluateExpression');
		run.noteKey(request);
		run.item(1).noteKey(request);
		expect(asked.mock.calls).toEqual([['{{ $runIndex }}', 0]]);
	});
});

test('a tool outside of any execution remembers for this call', () => {
	const outside = () => {
		const { context, run } = nodeContext({ isTool: true });
		jest.spyOn(context, 'getContext').mockImplementation(() => {
			throw new Error('no execution');
		});
		return run.notes;
	};
	const call = outside();
	call.remember('k', { job_id: 'j' });
	expect(call.recall('k')?.job_id).toBe('j');
	expect(outside().recall('k')).toBeUndefined();
});
