/// <reference lib="dom" />
import path from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { ROOT } from '../../host';
import { readExamples } from '../../host/provision';
import { writeDocsImages } from '../support/docsImages';
import { executionsOf } from '../support/examples';
import { useRealN8n } from '../support/realN8n';
import { inARow, start } from '../support/workflowFiles';
import { useVisitor } from './visitor';
import { keepShot, look, SHOTS, useEditor } from './walk';

const real = useRealN8n({ sandbox: { speed: 10 } });
const editor = useEditor(real);
const { open, publish, execute, executeToForm, succeeded, outputOf, say, chatButton, seen } =
	useVisitor(real, editor);
const { byId, onCanvas, output, shot } = editor;

/** As on a small notebook. */
beforeEach(async () => {
	await editor.page?.setViewportSize({ width: 1024, height: 700 });
	await editor.page?.emulateMedia({ colorScheme: 'dark' });
});
/** As the documentation shows it. */
async function wide(): Promise<void> {
	await editor.page.setViewportSize({ width: 1500, height: 1000 });
	await editor.page.emulateMedia({ colorScheme: 'light' });
}
/** Once all images of a page are there. */
const isDrawn = async (page: Page) =>
	await page.waitForFunction(() =>
		Array.from(document.images).every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
	);

afterAll(async () => {
	if (editor.page && process.env.UPDATE_IMAGES) await writeDocsImages(SHOTS);
});

describe.each([
	['Generate an image', 'Generate an image', 'completed', '40-image'],
	['Several images, paused until they are done', 'Generate and sleep', 'completed', '42-paused'],
	['Rows to images, safe to run again', 'Image beside each row', 'row-3', '44-rows'],
	['A folder of images, edited', 'Put it back', '.n8n-files/edited-photo-1.png', '56-folder'],
])('the example "%s"', (name, node, shown, picture) => {
	look(`is executed with one press, and "${node}" shows what came of it`, async () => {
		await open(name);
		await execute();
		await (await outputOf(node)).locator('td').getByText(shown, { exact: true }).first().waitFor();
		await shot(picture);
	});
});

look(
	'a product feed becomes files and a page, and what failed leaves by its own connector',
	async () => {
		await wide();
		await open('From a product feed to a gallery');
		await execute();
		await succeeded('Products without an image').waitFor();
		await byId('zoom-to-fit').click();
		await shot('57-product-feed');
		await (await outputOf('Products without an image')).getByText('CAP-12').first().waitFor();
	},
);

look('a video is waited for in a pause', async () => {
	await wide();
	const { nodes } = await open('When the wait was too short');
	const film = nodes.find(({ name }) => name === 'Film and sleep');
	if (!film) throw new Error('no node that sleeps');
	const patient = {
		...film,
		name: 'Film it',
		parameters: { ...film.parameters, options: { timeout: 3600 } },
	};
	const { id } = await real.client.importWorkflow({
		...inARow(start(), patient),
		name: 'A video, made while the workflow sleeps',
	});
	await editor.openWorkflow(id);
	await execute();
	await byId('canvas-node').locator('[class*=waiting]').first().waitFor();
	await onCanvas('Film it').dblclick();
	await output().waitFor();
	await shot('20-pause');
});

look(
	'an order is answered at once, and its finished job starts the workflow again, which writes the file',
	async () => {
		await wide();
		const { id } = await open('Order by webhook, image to a file');
		await publish();
		await execute('To try it');
		await (await outputOf('Send it')).getByText('processing').first().waitFor();
		// By hand, by webhook, and by the delivery.
		const [, , delivered] = await executionsOf(real, id, 3);
		await editor.page.goto(`${real.n8n.baseUrl}/workflow/${id}/executions/${delivered?.id}`);
		await onCanvas('On a finished job').dblclick();
		await output().getByText('Binary', { exact: true }).click();
		await seen('View').click();
		await editor.page.locator('img[src*="binary-data"]').first().waitFor();
		await shot('21-trigger');
	},
);

look('a person is asked before anything is paid, and told the price', async () => {
	await wide();
	await open('Ask before you pay');
	await say('A fox on a hill');
	await seen(/cost \$0\.40 at most/).waitFor();
	await seen('Film it').waitFor();
	await byId('zoom-to-fit').click();
	await chatButton('Not now').scrollIntoViewIfNeeded();
	await shot('22-approval');
	await chatButton('Not now').click({ force: true });
	await seen('Nothing was made, and nothing paid.').waitFor();
});

look('an uploaded image is edited, and shown on the page that follows', async () => {
	await open('Edit an uploaded image');
	const form = await executeToForm();
	const buffer = await sharp({
		create: { width: 200, height: 150, channels: 3, background: 'teal' },
	})
		.png()
		.toBuffer();
	await form
		.locator('input[type=file]')
		.setInputFiles({ name: 'mine.png', mimeType: 'image/png', buffer });
	await form.locator('textarea').fill('Make it winter');
	await form.getByRole('button', { name: 'Edit it' }).click();
	await form.locator('img[src*="/media/"]').waitFor();
	await isDrawn(form);
	await keepShot(form, '51-edited');
	await form.close();
});

look('every example opens from the list of workflows', async () => {
	for (const { name } of readExamples(path.join(ROOT, 'examples'))) await open(name);
});
