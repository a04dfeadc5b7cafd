import { PassThrough } from 'node:stream';
import { IdleTimeout } from '../../../../nodes/MediaGeneration/files/idleTimeout';

const IDLE_MS = 40;
const clock = jest.spyOn(Date, 'now');
afterAll(() => clock.mockRestore());

test('a transfer is broken off a while after it said something, not a while after it began', async () => {
	const [began, said, firstLook, secondLook] = [0, 30, 40, 70];
	clock
		.mockReturnValueOnce(began)
		.mockReturnValueOnce(said)
		.mockReturnValueOnce(firstLook)
		.mockReturnValueOnce(secondLook);
	const idle = await new Promise<IdleTimeout>((resolve) => {
		const watched: IdleTimeout = new IdleTimeout(new PassThrough(), IDLE_MS, () =>
			resolve(watched),
		);
		watched.restart();
	});
	expect(idle.hasExpired).toBe(true);
	expect(clock.mock.results.map(({ value }: { value: unknown }) => value)).toEqual([
		began,
		said,
		firstLook,
		secondLook,
	]);
});
