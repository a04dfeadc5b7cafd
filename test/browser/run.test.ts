/// <reference lib="dom" />
import type { Locator } from 'playwright-core';
import { nodeRun } from '../../host';
import { agentWorkflow } from '../support/chat';
import { executionsOf } from '../support/examples';
import { json } from '../support/faults';
import { IMAGE } from '../support/sandbox';
import { useRealN8n } from '../support/realN8n';
import { items } from '../support/workflowFiles';
import { formIn } from './form';
import { look, useEditor } from './walk';

const REFUSED = 'A sandal';
const real = useRealN8n({
	sandbox: {
		faults: ({ method, body }) =>
			method === 'POST' && body.includes(REFUSED)
				? { when: 'before', give: json(400, '{"error":{"message":"The prompt is not allowed"}}') }
				: undefined,
	},
});
const editor = useEditor(real);
const { openForm, field, execute } = formIn(real, editor);
const { output, shots } = editor;
const told = (text: string | RegExp) => output().getByText(text).first();

const prompts = ['A boot', 'A clog', 'A shoe', REFUSED, 'A sock', 'A hat'].map((prompt) => ({
	prompt,
}));
const generate = { ...IMAGE, prompt: 'A poster for the SPRING sale' };
const each = { ...generate, prompt: '={{ $json.prompt }}' };

/** A row of the table that the output is shown as, by its columns, in their order. */
async function cellsOf(row: Locator): Promise<Record<string, string>> {
	await row.waitFor();
	const names = await output().locator('th').allInnerTexts();
	const cells = await row.locator('td').allInnerTexts();
	return Object.fromEntries(names.map((name, index) => [name.trim(), cells[index]?.trim() ?? '']));
}
const rows = () => output().locator('tbody tr');

look(
	'images can be told apart: by their prompt in the second column, and by the words in their files’ names',
	async () => {
		await openForm(each, { before: [items(prompts.slice(0, 3))] });
		await execute();
		await told(/A-clog-/).waitFor();
		await told('Table').click();
		await told('A clog').waitFor();
		const row = await cellsOf(rows().first());
		const names = Object.keys(row).filter(Boolean);
		expect(names.slice(0, 4)).toEqual(['job_id', 'prompt', 'status', 'url']);
		expect(row.cost_usd).toBe('0.1');
		expect(names.indexOf('cost_nanos')).toBeGreaterThan(names.indexOf('cost_usd'));
		await editor.shot('15-prompts');
	},
);

look(
	'a refused item says which one it is, quotes its prompt and how to go on with the others',
	async () => {
		await openForm(each, { before: [items(prompts)] });
		await execute();
		await told('The prompt is not allowed').waitFor();
		await told(/item 4 of 6 \("A sandal"\)/).waitFor();
		await told(/set Settings > On Error to Continue \(using error output\)/).waitFor();
		await editor.shot('16-refused');
	},
);

look(
	'Pay Once with a changed prompt: the item says that it is reused, what it was made from, and that it cost nothing',
	async () => {
		await openForm({ ...generate, options: { payOnceFor: 'poster-1', ledgerPrompts: true } });
		await execute();
		await told(/A-poster-for-the-SPRING/).waitFor();
		await field('prompt').locator('textarea').first().fill('A poster for the AUTUMN sale');
		await editor.page.keyboard.press('Tab');
		await execute();
		await told(/made before for the same key: nothing was sent or paid/i).waitFor();
		await told('Table').click();
		await told('A poster for the SPRING sale').waitFor();
		expect(await cellsOf(rows().first())).toMatchObject({
			reused: 'true',
			prompt: 'A poster for the SPRING sale',
			cost_usd: '0',
			note: expect.stringMatching(/^Made for another request/),
		});
		expect(real.sent()).toHaveLength(1);
		await shots('30-reused');
	},
);

look(
	'On Error = Continue: a failed row has its status, prompt and error, and a hint names it',
	async () => {
		await openForm(each, {
			before: [items(prompts)],
			settings: { onError: 'continueRegularOutput' },
		});
		await execute();
		await told(
			/5 of 6 items done.*Failed: Item 4 \("A sandal"\): The prompt is not allowed/,
		).waitFor();
		await told('Table').click();
		expect(await cellsOf(rows().filter({ hasText: REFUSED }))).toMatchObject({
			status: 'failed',
			prompt: REFUSED,
			error: 'The prompt is not allowed',
		});
		await shots('32-failed-row');
	},
);

look('n8n’s log shows the tokens of the chat model', async () => {
	const { id } = await real.client.importWorkflow(agentWorkflow(real, 'How are you?'));
	await editor.openWorkflow(id);
	await editor.executeWorkflow();
	const [execution] = await executionsOf(real, id, 1);
	const run = execution && nodeRun(execution, 'Model');
	const usage = run?.data?.ai_languageModel?.[0]?.[0]?.json.tokenUsage;
	const { totalTokens } = usage as { totalTokens: number };
	await editor.byId('logs-overview-header').first().click();
	await editor.page.getByText(`${totalTokens} Tokens`, { exact: true }).first().waitFor();
	await editor.shots('31-tokens');
});
