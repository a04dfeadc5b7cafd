import { readFileSync } from 'node:fs';
import path from 'node:path';
import { drawRooms } from '../../host/picture';

test('the picture of the rooms is that of the code: npm run lint:fix draws it anew', async () => {
	expect(readFileSync(path.resolve(__dirname, '../../docs/images/rooms.svg'), 'utf8')).toBe(
		await drawRooms(),
	);
});
