import { readFile } from 'node:fs/promises';
import { unpacked } from '../../sandbox/media/woff2';

const slice = (name: string) =>
	readFile(
		require.resolve(
			`@fontsource-variable/noto-sans-sc/files/noto-sans-sc-${name}-wght-normal.woff2`,
		),
	);

it('unpacks several fonts at once as it does one after the other', async () => {
	const files = await Promise.all(['113', '100', '58'].map(slice));
	const together = await Promise.all(files.map(unpacked));
	for (const [index, file] of files.entries())
		expect(Buffer.from(together[index]!).equals(await unpacked(file))).toBe(true);
});

it('goes on after a file that is none', async () => {
	const [broken, file] = [Buffer.from('no font'), await slice('113')];
	const [refused, font] = await Promise.allSettled([unpacked(broken), unpacked(file)]);
	expect([refused.status, font.status]).toEqual(['rejected', 'fulfilled']);
});
