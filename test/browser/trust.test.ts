/// <reference lib="dom" />
import { json } from '../support/faults';
import { useRealN8n } from '../support/realN8n';
import { items, node } from '../support/workflowFiles';
import { modelId } from '../support/sandbox';
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
const { openForm, field, choose, execute } = formIn(real, editor);
const { output, shots } = editor;
const told = (text: string | RegExp) => output().getByText(text).first();
const paid = () => real.sent().length;

const generate = {
	resource: 'image',
	operation: 'generate',
	prompt: 'A poster for the SPRING sale',
	model: modelId('model-dev'),
};

/** The first row of the table that the output is shown as, by its columns. */
async function row(): Promise<Record<string, string>> {
	const names = await output().locator('th').allInnerTexts();
	const cells = await output().locator('tbody tr').first().locator('td').allInnerTexts();
	return Object.fromEntries(names.map((name, index) => [name.trim(), cells[index]?.trim() ?? '']));
}

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
		expect(await row()).toMatchObject({
			reused: 'true',
			prompt: 'A poster for the SPRING sale',
			cost_usd: '0',
			note: expect.stringMatching(/^Made for another request/),
		});
		expect(paid()).toBe(1);
		await shots('30-reused');
	},
);

look(
	'a size and a resolution that are both set by hand are named, and nothing is sent',
	async () => {
		await openForm(generate);
		await field('image_width').locator('input').fill('800');
		await editor.page.keyboard.press('Tab');
		await choose('resolution', '4k');
		await execute();
		await told(/Resolution sets the same as Width \(800\): leave one of them empty/).waitFor();
		await told(/Nothing was sent/).waitFor();
		expect(paid()).toBe(0);
		await shots('31-size-and-resolution');
	},
);

look(
	'On Error = Continue: a failed row has its status, prompt and error, and a hint names it',
	async () => {
		const prompts = ['A boot', 'A clog', 'A shoe', REFUSED, 'A sock', 'A hat'].map((prompt) => ({
			prompt,
		}));
		await openForm(
			{ ...generate, prompt: '={{ $json.prompt }}' },
			{ before: [items(prompts)], settings: { onError: 'continueRegularOutput' } },
		);
		await execute();
		await told(
			/5 of 6 items done.*Failed: Item 4 \("A sandal"\): The prompt is not allowed/,
		).waitFor();
		await told('Table').click();
		const failed = output().locator('tbody tr').filter({ hasText: REFUSED });
		await failed.waitFor();
		const names = (await output().locator('th').allInnerTexts()).map((name) => name.trim());
		const cells = (await failed.locator('td').allInnerTexts()).map((cell) => cell.trim());
		const at = (name: string) => cells[names.indexOf(name)];
		expect({ status: at('status'), prompt: at('prompt'), error: at('error') }).toEqual({
			status: 'failed',
			prompt: REFUSED,
			error: 'The prompt is not allowed',
		});
		await shots('32-failed-row');
	},
);

look('a PDF as a reference image is refused before it is sent, by field and file', async () => {
	const jsCode =
		"return [{ json: {}, binary: { Logo: { data: 'JVBERi0xLjQK', mimeType: 'application/pdf', fileName: 'offer.pdf' } } }];";
	await openForm(
		{
			resource: 'image',
			operation: 'edit',
			prompt: 'x',
			model: modelId('standard'),
			image_urls: ['data'],
		},
		{ before: [node('Files', 'n8n-nodes-base.code', { jsCode }, { typeVersion: 2 })] },
	);
	await field('image_urls').locator('input').first().fill('Logo');
	await editor.page.keyboard.press('Tab');
	await execute();
	await told(/the file in Logo \(offer\.pdf\) is a PDF, not an image/).waitFor();
	await told(/Nothing was sent/).waitFor();
	expect(paid()).toBe(0);
	await shots('33-pdf');
});
