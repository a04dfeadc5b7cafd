import { median, type Figure, type Measure } from '../figure';
import { MEASURED, type Run, type Stage } from '../stage';
import { httpGet, images, inARow, start } from '../workflows';

const SIZE_MIB = 256;

/** A large file, beside n8n's own download of it. */
export const download = ({ run, runs, service, credentials }: Stage): Measure => ({
	keys: ['download.time', 'download.growth'],
	run: async () => {
		service.jobMs = () => 0;
		const video = { resource: 'video', model: { __rl: true, mode: 'id', value: 't2v-turbo' } };
		const ourFile = () => images(1, credentials.ours, { download: true }, video);
		const theirFile = () =>
			inARow(
				start(),
				httpGet(MEASURED, `${service.baseUrl}/file.mp4`, undefined, {
					response: { response: { responseFormat: 'file' } },
				}),
			);
		service.fileMiB = 1;
		await run(ourFile());
		await run(theirFile());
		service.fileMiB = SIZE_MIB;
		const ours: Run[] = [];
		const theirs: Run[] = [];
		for (let number = 0; number < runs; number++) {
			ours.push(await run(ourFile()));
			theirs.push(await run(theirFile()));
		}
		service.fileMiB = 1;
		const of = (all: Run[], what: 'seconds' | 'grownMiB') => median(all.map((each) => each[what]));
		const figures: Figure[] = [
			{
				key: 'download.time',
				what: `a file of ${SIZE_MIB} MiB: time beside HTTP Request`,
				value: of(ours, 'seconds') / of(theirs, 'seconds'),
				goal: 1.05,
				from: { 'ours s': of(ours, 'seconds'), 'HTTP Request s': of(theirs, 'seconds') },
			},
			{
				key: 'download.growth',
				what: `a file of ${SIZE_MIB} MiB: growth of n8n beside HTTP Request`,
				value: of(ours, 'grownMiB') / of(theirs, 'grownMiB'),
				goal: 1.1,
				from: { 'ours MiB': of(ours, 'grownMiB'), 'HTTP Request MiB': of(theirs, 'grownMiB') },
			},
		];
		return figures;
	},
});
