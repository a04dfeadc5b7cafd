import {
	forget,
	forgetSecrets,
	hashOf,
	noteKey,
	recall,
	remember,
	rememberedNames,
	spentByRun,
	type Note,
} from '../../../../nodes/MediaGeneration/spend/memory';
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
	const { context, kept } = nodeContext();
	remember(context, 'k', full);
	expect(recall(context, 'k')).toEqual(full);
	const copy = JSON.parse(JSON.stringify(kept)) as never;
	expect(recall(nodeContext({ kept: copy }).context, 'k')).toEqual(full);
	expect(recall(context, 'other')).toBeUndefined();
	forget(context, 'k');
	expect(recall(context, 'k')).toBeUndefined();
});

test('a note of little is that, and no secret', () => {
	const { context } = nodeContext();
	remember(context, 'k', { job_id: 'j' });
	expect(recall(context, 'k')).toEqual({ ...nothing, job_id: 'j', secret: false });
});

test('what cannot be written down is left out', () => {
	const { context } = nodeContext();
	remember(context, 'k', { answer: () => 1, read: () => 1, files: () => 1, said: Symbol('x') });
	expect(recall(context, 'k')).toEqual({ ...nothing, secret: false });
});

test.each([['text'], [null], [[1]]])('what n8n has kept of something else is no note: %j', (other) => {
	expect(recall(nodeContext({ kept: { mediaGenerationSubmissions: { k: other } } as never }).context, 'k')).toBeUndefined();
	expect(recall(nodeContext({ kept: { mediaGenerationSubmissions: other } as never }).context, 'k')).toBeUndefined();
});

test('fields of a note that are something else are none', () => {
	const odd = Object.fromEntries(Object.keys(full).map((name) => [name, 1]));
	expect(recall(nodeContext({ kept: { mediaGenerationSubmissions: { k: odd } } }).context, 'k')).toEqual({
		...nothing,
		answer: 1,
		read: 1,
		files: 1,
		said: 1,
		secret: false,
	});
});

test('what the node keeps for itself stays where workflows that pause across an update look for it', () => {
	const { context, kept } = nodeContext();
	remember(context, 'k', { job_id: 'j' });
	spentByRun(context).spent = '5';
	expect(kept).toEqual({ mediaGenerationSubmissions: { k: { job_id: 'j', answer: undefined, said: undefined } }, mediaGenerationSpent: { 0: { spent: '5' } } });
});

test('names are told apart by their beginning', () => {
	const { context } = nodeContext();
	for (const name of ['fox:0', 'fox:1', 'fo:2', 'a fox:3']) remember(context, name, {});
	expect(rememberedNames(context, 'fox:')).toEqual(['fox:0', 'fox:1']);
});

test('only secrets are forgotten when the node has given them out', () => {
	const { context } = nodeContext();
	remember(context, 'secret', { secret: true });
	remember(context, 'open', { job_id: 'j', secret: false });
	remember(context, 'neither', { job_id: 'j' });
	forgetSecrets(context);
	expect(rememberedNames(context, '')).toEqual(['open', 'neither']);
});

describe('the name of a request', () => {
	const request = { prompt: 'a fox' };

	test('tells apart runs, items and what is asked for', () => {
		const key = (runIndex: number, item: number, asked: unknown) => noteKey(nodeContext({ runIndex }).context, item, asked);
		expect(key(0, 2, request)).toBe(`0:2:${hashOf(request)}`);
		expect(key(0, 2, { prompt: 'a fox' })).toBe(key(0, 2, request));
		expect(new Set([key(0, 2, request), key(1, 2, request), key(0, 1, request), key(0, 2, { prompt: 'a wolf' })]).size).toBe(4);
		expect(noteKey(nodeContext({ isTool: true, runIndex: 3 }).context, 0, request)).toBe(`tool:0:${hashOf(request)}`);
		expect(hashOf(request)).toMatch(/^[0-9a-f]{64}$/);
	});

	test('has n8n asked for the run once', () => {
		const { context } = nodeContext();
		const asked = jest.spyOn(context, 'evaluateExpression');
		noteKey(context, 0, request);
		noteKey(context, 1, request);
		expect(asked.mock.calls).toEqual([['{{ $runIndex }}', 0]]);
	});
});

test('a tool outside of any execution remembers for this call', () => {
	const outside = () => ({
		...nodeContext({ isTool: true }).context,
		getContext: () => {
			throw new Error('no execution');
		},
	});
	const call = outside();
	remember(call, 'k', { job_id: 'j' });
	expect(recall(call, 'k')?.job_id).toBe('j');
	expect(recall(outside(), 'k')).toBeUndefined();
});
