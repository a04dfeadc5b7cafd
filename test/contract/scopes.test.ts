import { grants } from '../../contract/scopes';

test.each([
	[['image:*'], 'image:gen:*', true],
	[['image:*'], 'image:studio:*', true],
	[['image:gen:*'], 'image:studio:*', false],
	[['image:gen:*'], 'image:*', false],
	[['video:*'], 'video:interpretation:*', true],
	[['billing:read'], 'billing:read', true],
	[['billing:*'], 'billing:read', true],
	[['image:gen'], 'image:gen:*', false],
	[['images:*'], 'image:gen:*', false],
	[['chat:*', 'keys:*'], 'keys:*', true],
	[[], 'chat:*', false],
])('%j opens %s: %s', (held, needed, opens) => {
	expect(grants(held, needed)).toBe(opens);
});
