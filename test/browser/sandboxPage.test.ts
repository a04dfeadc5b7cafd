/// <reference lib="dom" />
import axios from 'axios';
import type { Browser } from 'playwright-core';
import { startSandbox, type RunningSandbox } from '../../sandbox';
import { keepShot, launch, look } from './walk';

let browser: Browser | undefined;
let running: RunningSandbox;
beforeEach(async () => {
	running = await startSandbox({ speed: Infinity });
});
afterEach(async () => {
	await running.close();
	await browser?.close();
	browser = undefined;
});

const draw = async (prompt: string) =>
	await axios.post(
		`${running.baseUrl}/v1/images/generations`,
		{ model: 'model-dev', prompt, image_width: 256, image_height: 256 },
		{ headers: { 'x-api-key': running.apiKey }, validateStatus: null },
	);
const open = async (width: number, colorScheme: 'light' | 'dark') => {
	browser ??= await launch();
	const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
	await page.goto(running.url);
	return page;
};

look(
	'the page of the sandbox shows what happens while it happens, and makes it go wrong',
	async () => {
		const page = await open(1400, 'light');
		await draw('A red fox');
		const fox = page.locator('.job', { hasText: 'A red fox' });
		await fox.locator('img').waitFor();
		await page.getByText('$99.90').waitFor();
		const switched = page.waitForResponse((response) => response.request().method() === 'PUT');
		await page.getByLabel('Out of funds').check();
		await switched;
		expect((await draw('An owl')).status).toBe(402);
	},
);

look('it has room for 500 jobs, at any width, by day and by night', async () => {
	for (let made = 0; made < 500; made++) await draw(`Picture ${made}`);
	for (const width of [400, 1400])
		for (const scheme of ['light', 'dark'] as const) {
			const page = await open(width, scheme);
			await page.locator('.job').first().locator('img').waitFor();
			expect(await page.locator('.job').count()).toBe(60);
			const overflow = () => document.documentElement.scrollWidth - innerWidth;
			expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
			await keepShot(page, `sandbox-${width}-${scheme}`);
			await page.close();
		}
});
