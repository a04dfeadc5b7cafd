/// <reference lib="dom" />
import { executionsOf } from '../support/examples';
import { VIDEO, form as filled } from '../support/sandbox';
import { useRealN8n } from '../support/realN8n';
import { formIn } from './form';
import { look, useEditor } from './walk';

/** Jobs take so long that a workflow that waits for them is seen asleep. */
const real = useRealN8n({ sandbox: { speed: 1 } });
const editor = useEditor(real);

const { form, openWorkflow, openForm, ourNode, execute, field } = formIn(real, editor);
const image = { resource: 'image', operation: 'generate', prompt: 'x' };
const labels = async () =>
	(await form().locator('label').allInnerTexts()).map((text) => text.split('\n')[0] ?? '');
const values = async () =>
	await form()
		.locator('input')
		.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
const list = (value: string) => ({ __rl: true, mode: 'list', value, cachedResultName: value });
const openModels = async () => await form().locator('.resource-locator input').nth(1).click();

look(
	'parameters stand in the order of use, and another model says that it starts anew',
	async () => {
		const parameters = filled({ image_width: 512, seed: 7 });
		await openForm({ ...image, model: list('model-dev'), parameters });
		await form().getByText('Guidance Scale (try 3-10)', { exact: true }).waitFor();
		const shown = await labels();
		expect(
			shown.slice(shown.indexOf('Parameters of This Model') + 1, shown.indexOf('Shape')),
		).toEqual([
			'Width (pixels, 256-2048)',
			'Height (pixels, 256-2048)',
			'Resolution',
			'Quality',
			'Output Format',
			'Seed (same seed, same look)',
			'Inference Steps (try 20-50)',
			'Guidance Scale (try 3-10)',
		]);
		await form()
			.getByText('Each model has its own form below: check it after choosing another.')
			.waitFor();
		await openModels();
		await editor.page.getByText('realism-2 — $0.20, ~20 s').first().click();
		await form()
			.getByText('Guidance Scale (try 3-10)', { exact: true })
			.waitFor({ state: 'detached' });
		expect(await values()).not.toContain('512');
		await editor.shot('19-another-model');
	},
);

look('a cost limit that somebody clears away is still there, and nothing is sent', async () => {
	await openForm({ ...image, options: { maxCost: 10 } });
	await form().getByText('Cost: Maximum (USD)', { exact: true }).waitFor();
	expect(await values()).toContain('10');
	await field('maxCost').locator('input').fill('');
	await editor.page.keyboard.press('Tab');
	await execute();
	await editor.page
		.getByText(/Cost: Maximum \(USD\) must be an amount in US dollars/)
		.first()
		.waitFor();
	expect(real.sent()).toEqual([]);
	await editor.shot('24-cleared-limit');
});

/** How far down the form something ends, of the height that is seen without scrolling. */
const isSeen = async (text: string) => {
	const box = await form().getByText(text, { exact: true }).first().boundingBox();
	const page = editor.page.viewportSize();
	return box !== null && page !== null && box.y + box.height <= page.height;
};

look(
	'prompt, model and four parameters are on the first screen, the others and how to specify them further down',
	async () => {
		await editor.page.setViewportSize({ width: 1440, height: 900 });
		await openForm({ resource: 'image', operation: 'generate' });
		await form().getByText('Quality', { exact: true }).waitFor();
		for (const text of [
			'Prompt',
			'Model',
			'Width (pixels, 256-2048)',
			'Height (pixels, 256-2048)',
			'Resolution',
			'Quality',
			'Add parameter to send',
		])
			expect([text, await isSeen(text)]).toEqual([text, true]);
		const shown = await labels();
		expect(shown.indexOf('Specify Parameters')).toBeGreaterThan(
			shown.indexOf('Parameters of This Model'),
		);
		expect(shown.filter((label) => /^(Output Format|Seed)/.test(label))).toEqual([]);
		await editor.shots('25-at-a-glance');
		await form().getByText('Add parameter to send', { exact: true }).click();
		await editor.page.getByText('Seed (same seed, same look)', { exact: true }).click();
		await form().getByText('Seed (same seed, same look)', { exact: true }).waitFor();
	},
);

look('options stand in groups, and one that protects is on when it is added', async () => {
	await openForm(image);
	await form().getByPlaceholder('Add option').click();
	const options = editor.page.locator('.el-select-dropdown__item:visible');
	await options.first().waitFor();
	const groups = (await options.allInnerTexts()).map((text) => text.trim().split(':')[0]);
	expect([...new Set(groups)]).toEqual(['Answer', 'Cost', 'File', 'Ledger', 'Request', 'Wait']);
	expect(groups).toEqual([...groups].sort());
	await editor.shot('27-options');
	await options.filter({ hasText: 'Cost: Dry Run' }).click();
	await form()
		.locator(
			'[data-test-id=parameter-input-dryRun] [aria-checked=true], [data-test-id=parameter-input-dryRun] .is-checked',
		)
		.first()
		.waitFor();
});

look('a refused key is told in the list of models', async () => {
	const { id, name } = await real.client.createCredential('mediaGenerationApi', 'Refused', {
		baseUrl: real.sandbox.baseUrl,
		apiKey: 'no-such-key',
	});
	await openForm(image, { credentials: { mediaGenerationApi: { id, name } } });
	await openModels();
	await editor.page
		.getByText(/API key|credential/i)
		.filter({ hasNotText: /^Credential/ })
		.first()
		.waitFor();
	await editor.shot('22-refused-key');
});

look('a node that waits for its callbacks says so', async () => {
	const id = await openWorkflow({ ...VIDEO, prompt: '[stuck] a fox', waitFor: 'callback' });
	await editor.executeWorkflow();
	await executionsOf(real, id, 1, true);
	await ourNode().dblclick({ force: true });
	await editor.page
		.getByText('Waiting for the service to call back for every job')
		.first()
		.waitFor();
	await editor.shot('23-asleep');
});
