import { PassThrough } from 'node:stream';
import { Silence } from '../../../../nodes/MediaGeneration/files/silence';

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
	const silence = await new Promise<Silence>((resolve) => {
		const watched: Silence = new Silence(new PassThrough(), IDLE_MS, () => resolve(watched));
		watched.end();
	});
	expect(silence.isOver).toBe(true);
	expect(clock.mock.results.map(({ value }: { value: unknown }) => value)).toEqual([
		began,
		said,
		firstLook,
		secondLook,
	]);
});
