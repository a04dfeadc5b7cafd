import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { DataTables } from '../../../../support/dataTable';
import { runNode } from '../../../../support/engine';
import { IMAGE, modelId, useSandbox } from '../../../../support/sandbox';

const sandbox = useSandbox({ balanceUsd: '1000' });
let tables: DataTables;
beforeEach(() => (tables = new DataTables()));

const posters = async (prompts: string[], options: IDataObject = {}, more: IDataObject = {}) => {
	const { items, hints } = await runNode({
		parameters: {
			...IMAGE,
			prompt: '={{ $json.prompt }}',
			...more,
			options: { payOnceFor: 'poster', ...options },
		} as INodeParameters,
		items: prompts.map((prompt) => ({ json: { prompt } })),
		credentials: sandbox.credentials(),
		additional: tables.additional,
	});
	return {
		json: items[0]?.json ?? {},
		fileName: items[0]?.binary?.data?.fileName,
		items,
		hints: hints.join(' '),
	};
};
const OTHER = expect.stringMatching(/^Made for another request with the same key/);

describe('what was made before for the same key', () => {
	test('is told with what it was made from, its own file name, and as paid before', async () => {
		const first = await posters(['spring sale'], { ledgerPrompts: true });
		const again = await posters(['AUTUMN sale'], { ledgerPrompts: true });
		expect(again.json).toMatchObject({
			job_id: first.json.job_id,
			reused: true,
			note: OTHER,
			prompt: 'spring sale',
			cost_usd: 0,
			cost_nanos: '0',
			paid_before_usd: 0.1,
		});
		expect(again.fileName).toBe(first.fileName);
		expect(Object.keys(again.json).slice(0, 3)).toEqual(['job_id', 'reused', 'note']);
		expect(again.json.estimated_cost_usd).toBeUndefined();
	});

	test('does not quote what is asked for now where the ledger keeps no prompts', async () => {
		await posters(['spring sale']);
		const again = await posters(['AUTUMN sale']);
		expect(again.json).toMatchObject({ reused: true, note: OTHER });
		expect(again.json.prompt).toBeUndefined();
		expect(again.fileName).not.toMatch(/autumn/i);
	});

	test('of another model is told with that', async () => {
		await posters(['a fox']);
		const again = await posters(['a fox'], {}, { model: modelId('model-pro') });
		expect(again.json).toMatchObject({ reused: true, note: OTHER, model: 'model-dev' });
	});

	test('and is what is asked for now needs no note', async () => {
		await posters(['a fox']);
		const again = await posters(['a fox']);
		expect(again.json).toMatchObject({ reused: true, prompt: 'a fox', cost_usd: 0 });
		expect(again.json.note).toBeUndefined();
	});

	test('is counted in a hint, also where it is a single item', async () => {
		const first = await posters(['a fox']);
		expect(first.hints).toBe('');
		expect((await posters(['a fox'])).hints).toBe(
			'1 job was made before for the same key: nothing was sent or paid for it.',
		);
		const third = await posters(['a fox', 'a wolf'], {
			payOnceFor: '={{ $json.prompt === "a fox" ? "poster" : "other" }}',
		});
		expect(third.hints).toBe(
			'2 of 2 items done, 2 jobs, $0.10 in all. 1 job was made before for the same key: nothing was sent or paid for it.',
		);
	});
});
