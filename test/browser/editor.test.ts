/// <reference lib="dom" />
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { DEMO_OWNER, provision, ROOT } from '../../host';
import { useRealN8n } from '../support/realN8n';

const real = useRealN8n();
const shots = path.join(ROOT, 'output', 'screenshots');
/** Kept from looking for its maker's hosts, which a test machine may not reach. */
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
let browser: Browser;
let page: Page;

beforeAll(async () => {
	mkdirSync(shots, { recursive: true });
	browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: quiet });
	page = await browser.newPage({ viewport: { width: 1500, height: 1000 } });
	page.setDefaultTimeout(120_000);
});
afterAll(async () => await browser?.close());

const shot = async (name: string) => await page.screenshot({ path: path.join(shots, `${name}.png`) });
const search = async (text: string) => await page.locator('input[placeholder*="earch"]').first().fill(text);
const labels = async () => (await page.locator('label').allInnerTexts()).map((text) => text.split('\n')[0]);

test('a newcomer finds the node, chooses a model, and sees a picture', async () => {
	await page.goto(`${real.n8n.baseUrl}/signin`);
	await page.fill('input[name=emailOrLdapLoginId]', DEMO_OWNER.email);
	await page.fill('input[name=password]', DEMO_OWNER.password);
	await page.click('[data-test-id=form-submit-button]');
	await page.waitForURL(/home|workflow/);

	await page.goto(`${real.n8n.baseUrl}/workflow/new`);
	await page.locator('[data-test-id=canvas-add-button], [data-test-id=canvas-plus-button]').first().click();
	await search('manual');
	await page.getByText('Manual Trigger', { exact: true }).first().click();
	await page.locator('[data-test-id=canvas-handle-plus]').first().click({ force: true });
	await search('media generation');
	await page.getByText('Media Generation', { exact: true }).first().click();
	await shot('1-actions');
	await page.getByText('Generate an image', { exact: true }).first().click();

	await page.getByText('Inference Steps', { exact: true }).waitFor();
	await shot('2-node');
	expect(await labels()).toEqual(expect.arrayContaining(['Prompt', 'Model', 'Inference Steps']));
	await page.locator('[data-test-id="parameter-input-prompt"] textarea').first().fill('A red fox in the snow');
	await page.locator('.resource-locator input').nth(1).click();
	await page.getByText('model-dev — $0.10, about 15 s').first().waitFor();
	await page.keyboard.type('realism');
	await shot('3-models');
	await page.getByText('realism-2 — $0.20, about 20 s').first().click();

	await page.getByText('Negative Prompt (to avoid)', { exact: true }).waitFor();
	await page.getByText('Inference Steps', { exact: true }).waitFor({ state: 'detached' });
	await shot('4-form-of-the-other-model');

	await page.getByText('Execute step', { exact: true }).first().click();
	await page.getByText('Binary', { exact: true }).first().click();
	await page.getByText('View', { exact: true }).first().click();
	const picture = page.locator('[data-test-id=ndv-data-container] img, .ndv-wrapper img, img[src*="binary-data"]').first();
	await picture.waitFor();
	await page.waitForFunction(() => Array.from(document.images).some(({ src, naturalWidth }) => src.includes('binary-data') && naturalWidth === 1024));
	await shot('5-picture');
});

test('the trigger shows the whole address to copy, and where to paste it', async () => {
	const webhookId = randomUUID();
	const { id } = await real.client.importWorkflow({
		name: 'Trigger',
		nodes: [
			{
				id: randomUUID(),
				name: 'On delivery',
				type: 'n8n-nodes-media-generation.mediaGenerationTrigger',
				typeVersion: 1,
				position: [0, 0],
				webhookId,
				parameters: {},
				credentials: real.credentials,
			},
		],
		connections: {},
	});
	await page.goto(`${real.n8n.baseUrl}/workflow/${id}`);
	await page.locator('[data-test-id="canvas-node"]').first().dblclick({ force: true });
	await page.getByText('Copy the URL above').waitFor();
	const toggle = page.getByText('Webhook URLs').first();
	if (!(await page.getByText('/webhook-test/').first().isVisible())) await toggle.click();
	await page.getByText(`/webhook-test/${webhookId}/finished-job`).first().waitFor();
	await shot('6-trigger');
	expect(await page.getByText('/:token').count()).toBe(0);
});

test('an agent is given a tool in words of this package, and its picture is seen in the chat', async () => {
	const { baseUrl, apiKey, session } = real.sandbox;
	await provision(real.client, { baseUrl, apiKey, session } as Parameters<typeof provision>[1], 'An artist that knows its budget');
	const workflow = await real.client.findWorkflow('An artist that knows its budget');
	await page.goto(`${real.n8n.baseUrl}/workflow/${workflow?.id}`);
	await page.locator('[data-test-id="canvas-node"]').filter({ hasText: 'Draw a picture' }).first().dblclick({ force: true });
	await page.getByText('Maximum Cost per Call (USD)').waitFor();
	await page.getByText('Inference Steps', { exact: true }).waitFor();
	await shot('7-tool');
	expect(await labels()).toEqual(expect.arrayContaining(['Tool Description', 'Prompt', 'Model', 'Maximum Cost per Call (USD)']));
	await page.keyboard.press('Escape');

	await page.getByRole('button', { name: 'Open chat' }).filter({ visible: true }).last().click();
	await page.locator('textarea:visible').last().fill('Draw a red fox');
	await page.keyboard.press('Enter');
	await page.waitForFunction(() => Array.from(document.images).some(({ src, naturalWidth }) => src.includes('/media/') && naturalWidth === 1024));
	await shot('8-chat');
});
