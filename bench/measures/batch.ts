import { median, type Figure, type Measure } from '../figure';
import type { Run, Stage } from '../stage';
import { images, requests } from '../workflows';

const JOB_SECONDS = 0.5;
const COUNT = 200;
const AT_ONCE = 10;

/** Many jobs side by side take as long as the service lets them. */
export const batch = ({ run, runs, sandboxCredentials }: Stage): Measure => ({
	keys: ['batch.vsIdeal'],
	run: async () => {
		const took: number[] = [];
		const series: Record<string, Array<[number, number]>> = { 'the node': [], ideal: [] };
		for (let number = 0; number < runs; number++)
			took.push((await run(images(COUNT, sandboxCredentials, { concurrency: AT_ONCE }))).seconds);
		for (const atOnce of [1, 2, 5, 10, 20]) {
			const ideal = (COUNT / 10 / atOnce) * JOB_SECONDS;
			series['the node']?.push([
				atOnce,
				(await run(images(COUNT / 10, sandboxCredentials, { concurrency: atOnce }))).seconds,
			]);
			series['ideal']?.push([atOnce, ideal]);
		}
		const ideal = (COUNT / AT_ONCE) * JOB_SECONDS;
		const seconds = median(took);
		return [
			{
				key: 'batch.vsIdeal',
				what: `${COUNT} images of ${JOB_SECONDS} s, ${AT_ONCE} at once`,
				value: seconds / ideal,
				goal: 1.05,
				from: { seconds, ideal },
				series,
			},
		];
	},
});

/** What n8n spends on an item, beside its HTTP Request node, and how it grows with the number of items. */
export const cpu = (stage: Stage): Measure => ({
	keys: ['cpu.vsHttpRequest', 'scale.time', 'scale.memory'],
	run: async () => {
		const { run, runs, service, credentials } = stage;
		service.jobMs = () => 0;
		const few = 1_000;
		const many = 10_000;
		// The first run of each loads what the others find loaded.
		await run(images(few, credentials.ours));
		await run(requests(stage, few));
		const ours: Run[] = [];
		const theirs: Run[] = [];
		for (let number = 0; number < runs; number++) {
			ours.push(await run(images(few, credentials.ours)));
			theirs.push(await run(requests(stage, few)));
		}
		const cpuOf = (all: Run[]) => (median(all.map(({ cpuSeconds }) => cpuSeconds)) / few) * 1_000;
		const secondsOf = (all: Run[]) => median(all.map(({ seconds }) => seconds));
		const oursOfMany = await run(images(many, credentials.ours));
		const theirsOfMany = await run(requests(stage, many));
		const figures: Figure[] = [
			{
				key: 'cpu.vsHttpRequest',
				what: '1,000 images on an instant server: CPU time of n8n for each',
				value: cpuOf(ours) / cpuOf(theirs),
				goal: 0.8,
				from: {
					'ours ms': cpuOf(ours),
					'HTTP Request ms': cpuOf(theirs),
					'our node s': secondsOf(ours),
					'HTTP Request node s': secondsOf(theirs),
				},
			},
			{
				key: 'scale.time',
				what: '10,000 items against 1,000: time of the node',
				value: oursOfMany.seconds / secondsOf(ours),
				goal: 10.5,
				from: {
					's for 1,000': secondsOf(ours),
					's for 10,000': oursOfMany.seconds,
					'HTTP Request s for 10,000': theirsOfMany.seconds,
				},
				series: {
					'the node': [
						[few, secondsOf(ours)],
						[many, oursOfMany.seconds],
					],
					'HTTP Request': [
						[few, secondsOf(theirs)],
						[many, theirsOfMany.seconds],
					],
				},
			},
			{
				key: 'scale.memory',
				what: '10,000 items: growth of n8n beside HTTP Request',
				value: oursOfMany.grownMiB / theirsOfMany.grownMiB,
				goal: 1,
				from: { 'ours MiB': oursOfMany.grownMiB, 'HTTP Request MiB': theirsOfMany.grownMiB },
			},
		];
		return figures;
	},
});
