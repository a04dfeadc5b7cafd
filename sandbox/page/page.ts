import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Hono } from 'hono';
import { nanosToNumber } from '../../contract/money';
import type { Context } from '../context';
import { demo } from '../accounts';
import { SESSION_HEADER } from '../http/authenticate';
import { API_PREFIX } from '../http/prefixes';
import { balance } from '../handlers/money';
import { filesOf, type Job } from '../jobs/job';
import type { LedgerEntry } from '../state';
import { openApi } from './openApi';
import { isSwitch, switches } from './switches';

/** How many jobs the page shows, the latest first. */
const MOST_SHOWN = 60;
const HOUR_MS = 3_600_000;

const html = readFileSync(path.join(__dirname, 'page.html'), 'utf8');

/** Adds the page for people at `/`, what it shows, its switches, and a description of the API for other tools. */
export function addPage(app: Hono, context: Context): void {
	app.get('/', (http) => http.html(html));
	app.get('/openapi.json', (http) => http.json(openApi(context.publicUrl)));
	app.get('/sandbox/overview', (http) => http.json(overview(context)));
	app.put('/sandbox/switches', async (http) => {
		// A page of another origin may send no JSON without asking first.
		if (http.req.header('content-type') !== 'application/json') return http.text('Send JSON', 415);
		const names: unknown = await http.req.json();
		const { switchedOn: on } = context;
		on.clear();
		for (const name of Array.isArray(names) ? names : [])
			if (typeof name === 'string' && isSwitch(name)) on.add(name);
		return http.json([...on]);
	});
}

/** The demo account at this moment. Amounts in US dollars, instants in milliseconds since the Unix epoch. */
function overview({ state, ledger, clock, publicUrl, switchedOn }: Context) {
	const account = state.accounts.get(demo.accountId)!;
	const jobs = [...state.jobs.values()].filter(({ accountId }) => accountId === demo.accountId);
	return {
		credential: { baseUrl: publicUrl + API_PREFIX, apiKey: demo.apiKey },
		session: { header: SESSION_HEADER, value: demo.session },
		balance: balance(ledger.fundsOf(account)),
		hours: spentByHour(account.entries, clock.now()),
		jobCount: jobs.length,
		jobs: jobs
			.slice(-MOST_SHOWN)
			.reverse()
			.map((job) => shown(job, publicUrl)),
		switches: Object.entries(switches).map(([name, { label }]) => ({
			name,
			label,
			isOn: isSwitch(name) && switchedOn.has(name),
		})),
	};
}

/** What was charged in each hour (UTC) of today, in US dollars. */
function spentByHour(entries: readonly LedgerEntry[], now: number): number[] {
	const midnight = new Date(now).setUTCHours(0, 0, 0, 0);
	const hours = Array.from({ length: 24 }, () => 0n);
	for (let index = entries.length - 1; index >= 0; index--) {
		const { type, amountNanos, at } = entries[index]!;
		if (at < midnight) break;
		if (type === 'charge') hours[Math.floor((at - midnight) / HOUR_MS)]! -= amountNanos;
	}
	return hours.map(nanosToNumber);
}

const shown = (job: Job, publicUrl: string) => ({
	...job,
	accountId: undefined,
	plan: undefined,
	costNanos: undefined,
	cost: nanosToNumber(job.costNanos),
	error: job.error?.message,
	files: job.status === 'completed' ? filesOf(job, publicUrl) : [],
});
