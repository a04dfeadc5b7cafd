import { sameSecret } from '../../../../nodes/MediaGeneration/trigger/secret';

test.each([
	['sesame', 'sesame', true],
	['sesam', 'sesame', false],
	['sesame', 'sesam', false],
	['Sesame', 'sesame', false],
	['', 'sesame', false],
	['é', '\u0065\u0301', false],
])('%j and %j are the same secret: %s', (given, expected, same) => {
	expect(sameSecret(given, expected)).toBe(same);
});
