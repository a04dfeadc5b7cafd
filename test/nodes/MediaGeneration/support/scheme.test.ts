import { hasScheme } from '../../../../nodes/MediaGeneration/support/scheme';

test.each([
	['https://example.com', true],
	['data:image/png;base64,AA==', true],
	['coap+tcp-1.2:x', true],
	[`a${'b'.repeat(30)}:`, true],
	[`a${'b'.repeat(31)}:`, false],
	['image', false],
	['1a:b', false],
	['//example.com', false],
])('%s begins with a scheme: %p', (address, expected) => {
	expect(hasScheme(address)).toBe(expected);
});
