import {
	canPassStatus,
	isRedirect,
	isSuccess,
} from '../../../../nodes/MediaGeneration/support/httpStatus';

test.each([
	[404, false],
	[408, true],
	[425, true],
	[429, true],
	[499, false],
	[500, true],
])('a server that answers %d may answer otherwise in a while: %s', (status, passes) => {
	expect(canPassStatus(status)).toBe(passes);
});

test.each([
	[199, false, false],
	[200, true, false],
	[299, true, false],
	[300, false, true],
	[399, false, true],
	[400, false, false],
])('%d is a success: %s, and leads elsewhere: %s', (status, success, redirect) => {
	expect([isSuccess(status), isRedirect(status)]).toEqual([success, redirect]);
});
