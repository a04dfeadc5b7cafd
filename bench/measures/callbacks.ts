import { until } from '../../test/support/until';
import { median, type Figure, type Measure } from '../figure';
import { FLOOR } from '../floor';
import { published, type Receiver } from '../receiver';
import { cpuSeconds, idle, type Stage } from '../stage';
import { httpGet, node } from '../workflows';
import { TRIGGER_TYPE } from '../../test/support/workflowFiles';

const DELIVERIES = 100;
const AT_ONCE = 10;

interface Taken {
	perSecond: number;
	cpuMs: number;
}

/** Deliveries that are checked by asking the API, beside n8n's Webhook and HTTP Request, and the least that a trigger can do. */
export const callbacks = (stage: Stage): Measure => ({
	keys: ['callbacks.vsWebhook', 'callbacks.vsFloor'],
	run: async () => {
		const path = (await stage.client.nodeTypes()).find(({ name }) => name === TRIGGER_TYPE)
			?.webhooks?.[0]?.path;
		const all = {
			trigger: () =>
				published(
					stage,
					(webhookId) => [
						node(
							'Receive',
							TRIGGER_TYPE,
							{ options: { download: false } },
							{ typeVersion: 2, webhookId, credentials: stage.credentials.ours },
						),
					],
					(id) => `${id}/${path}`,
				),
			floor: () =>
				published(
					stage,
					(webhookId) => [
						node(
							'Receive',
							FLOOR,
							{ url: stage.service.baseUrl },
							{ webhookId, credentials: stage.credentials.ours },
						),
					],
					(id) => `${id}/floor`,
				),
			webhook: () =>
				published(
					stage,
					(webhookId) => [
						node(
							'Receive',
							'n8n-nodes-base.webhook',
							{ httpMethod: 'POST', path: webhookId, options: {} },
							{ typeVersion: 2, webhookId },
						),
						httpGet(
							'Status',
							`=${stage.service.baseUrl}/v1/images/generation/jobs/{{ $json.body.job_id }}`,
							stage.credentials.theirs,
						),
					],
					(id) => id,
				),
		};
		const taken: Record<keyof typeof all, Taken[]> = { trigger: [], floor: [], webhook: [] };
		for (let run = 0; run < stage.runs; run++)
			for (const name of ['webhook', 'trigger', 'floor'] as const)
				taken[name].push(await deliver(stage, all[name]));
		const of = (name: keyof typeof all, what: keyof Taken) =>
			median(taken[name].map((each) => each[what]));
		const from = Object.fromEntries(
			(['webhook', 'trigger', 'floor'] as const).flatMap((name) => [
				[`${name} a second`, of(name, 'perSecond')],
				[`${name} CPU ms`, of(name, 'cpuMs')],
			]),
		);
		const ours = of('trigger', 'perSecond');
		const figures: Figure[] = [
			{
				key: 'callbacks.vsWebhook',
				what: `${DELIVERIES} deliveries, ${AT_ONCE} at once: how many a second, beside Webhook and HTTP Request`,
				value: ours / of('webhook', 'perSecond'),
				goal: 0.8,
				atLeast: true,
				from,
			},
			{
				key: 'callbacks.vsFloor',
				what: 'the same beside a trigger that does nothing but one authenticated request',
				value: ours / of('floor', 'perSecond'),
				goal: 0.9,
				atLeast: true,
				from,
			},
		];
		return figures;
	},
});

async function deliver({ service, n8n }: Stage, receiver: () => Promise<Receiver>): Promise<Taken> {
	const { url, stop } = await receiver();
	await post(url, service.endedJob());
	await idle(n8n.pid);
	const ids = Array.from({ length: DELIVERIES }, () => service.endedJob());
	const before = cpuSeconds(n8n.pid);
	const startedAt = Date.now();
	const waiting = [...ids];
	await Promise.all(
		Array.from({ length: AT_ONCE }, async () => {
			for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await post(url, id);
		}),
	);
	await until(
		'all jobs to be asked about',
		() => ids.every((id) => (service.jobs.get(id)?.looks ?? 0) > 0),
		{ every: 5 },
	);
	const seconds = (Date.now() - startedAt) / 1_000;
	await idle(n8n.pid);
	const cpuMs = ((cpuSeconds(n8n.pid) - before) / DELIVERIES) * 1_000;
	await stop();
	return { perSecond: DELIVERIES / seconds, cpuMs };
}

async function post(url: string, job_id: string): Promise<void> {
	const { status } = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ job_id, status: 'completed' }),
	});
	if (status !== 200) throw new Error(`A delivery was answered ${status}`);
}
