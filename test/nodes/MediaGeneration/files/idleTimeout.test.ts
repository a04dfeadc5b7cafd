import { withIdleTimeout } from '../../../../nodes/MediaGeneration/files/idleTimeout';

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
	const silent = withIdleTimeout(IDLE_MS, async (goesOn) => {
		goesOn();
		return await new Promise<never>(() => undefined);
	});
	await expect(silent).rejects.toMatchObject({ code: 'ETIMEDOUT' });
	expect(clock.mock.results.map(({ value }: { value: unknown }) => value)).toEqual([
		began,
		said,
		firstLook,
		secondLook,
	]);
});

test('what ends in time is given', async () => {
	clock.mockReturnValue(0);
	expect(await withIdleTimeout(IDLE_MS, async () => await Promise.resolve('whole'))).toBe('whole');
});
