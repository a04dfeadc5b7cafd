/// <reference lib="dom" />
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { DEMO_OWNER, ROOT } from '../../host';
import type { RealN8n } from '../support/realN8n';

/** Where pictures of what was seen are kept. */
export const SHOTS = path.join(ROOT, 'output', 'screenshots');

/** Kept from looking for its maker's hosts, which a test machine may not reach. */
const quiet = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
/** n8n takes no answer to its questions from what it holds for a bot, and a browser without a window says that it has none. */
const PERSON =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
/** The end of a look that waits in vain, in milliseconds. */
const GIVE_UP_MS = 120_000;

const whyNot = existsSync(CHROMIUM)
	? undefined
	: `no Chromium at ${CHROMIUM}: install it, or name it in CHROMIUM_PATH`;
// Jest names skipped tests only where it runs a single file.
if (whyNot) process.stderr.write(`The tests of one file are skipped: ${whyNot}\n`);

/** A test that looks at the editor; without a browser there is nothing to look with. */
export const look = whyNot
	? (name: string) => test.skip(`${name} (skipped: ${whyNot})`, () => undefined)
	: (name: string, walk: () => Promise<void> | void) => test(name, async () => await walk());

/** What the tests of one file look at. */
export interface Editor {
	browser: Browser;
	/** Logged in to n8n. */
	page: Page;
	/** By the ID that n8n gives it for its own tests. */
	byId(id: string): Locator;
	/** A node on the canvas; the first, unless it is named. */
	onCanvas(name?: string): Locator;
	/** What is shown of the last run of the node that is open. */
	output(): Locator;
	openWorkflow(id: string): Promise<void>;
	/** Presses the button that runs the workflow. */
	executeWorkflow(): Promise<void>;
	/** Keeps a picture of the page; see {@link keepShot}. */
	shot(name: string): Promise<void>;
	/** One as it is, and one in the dark. */
	shots(name: string): Promise<void>;
}

/** Opens the editor of n8n for the tests of one file, and closes it after them. */
export function useEditor(real: RealN8n): Editor {
	const it = {
		byId: (id) => it.page.locator(`[data-test-id="${id}"]`),
		onCanvas: (name = '') => it.byId('canvas-node').filter({ hasText: name }).first(),
		output: () => it.byId('output-panel'),
		openWorkflow: async (id) => {
			await it.page.goto(`${real.n8n.baseUrl}/workflow/${id}`);
			await it.onCanvas().waitFor();
		},
		executeWorkflow: async () => await it.byId('execute-workflow-button').first().click(),
		shot: async (name) => await keepShot(it.page, name),
		shots: async (name) => {
			await it.shot(name);
			await it.page.emulateMedia({ colorScheme: 'dark' });
			await it.shot(`${name}-dark`);
			await it.page.emulateMedia({ colorScheme: 'light' });
		},
	} as Editor;
	beforeAll(async () => {
		mkdirSync(SHOTS, { recursive: true });
		Object.assign(it, await openEditor(real.n8n.baseUrl));
	});
	afterAll(async () => await it.browser?.close());
	return it;
}

/** A browser without a window. */
export const launch = async (): Promise<Browser> =>
	await chromium.launch({ executablePath: CHROMIUM, args: quiet });

async function openEditor(baseUrl: string): Promise<Pick<Editor, 'browser' | 'page'>> {
	const browser = await launch();
	const page = await browser.newPage({
		viewport: { width: 1500, height: 1000 },
		userAgent: PERSON,
	});
	page.setDefaultTimeout(GIVE_UP_MS);
	await page.goto(`${baseUrl}/signin`);
	await page.fill('input[name=emailOrLdapLoginId]', DEMO_OWNER.email);
	await page.fill('input[name=password]', DEMO_OWNER.password);
	await page.click('[data-test-id=form-submit-button]');
	await page.waitForURL(/home|workflow/);
	return { browser, page };
}

/** Keeps a picture of the page, without the messages that n8n shows for a while. */
export async function keepShot(page: Page, name: string): Promise<void> {
	// Within the page: one that goes by itself, or comes meanwhile, would be clicked in vain from here.
	await page.waitForFunction(() => {
		const messages = Array.from(document.querySelectorAll('.el-notification'));
		for (const message of messages)
			message.querySelector<HTMLElement>('.el-notification__closeBtn')?.click();
		return messages.length === 0;
	});
	await page.screenshot({ path: path.join(SHOTS, `${name}.png`) });
}
