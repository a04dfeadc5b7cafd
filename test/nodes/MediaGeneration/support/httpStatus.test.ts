import { canPassStatus } from '../../../../nodes/MediaGeneration/support/httpStatus';

test.each([
	[404, false],
	[407, false],
	[408, true],
	[409, false],
	[425, true],
	[429, true],
	[499, false],
	[500, true],
	[503, true],
])('a server that answers %d may answer otherwise in a while: %s', (status, passes) => {
	expect(canPassStatus(status)).toBe(passes);
});
