import { drawRooms, shownRooms } from '../../host/picture';

test('the picture of the rooms is that of the code: npm run lint:fix draws it anew', async () => {
	expect(shownRooms()).toBe(await drawRooms());
});
