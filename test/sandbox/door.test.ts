import { setTimeout as delay } from 'node:timers/promises';
import { closeAll, ok, send, serve } from './support';

afterEach(closeAll);

const HOUR_MS = 3_600_000;

it('refuses connections until the end, or until told otherwise', async () => {
	const running = await serve();
	await running.refuseConnections(HOUR_MS);
	await expect(send(running, 'listModels')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
	await running.acceptConnections();
	await ok(running, 'listModels');
	await running.acceptConnections();
	await ok(running, 'listModels');
});

it('does not open again once it is closed', async () => {
	const running = await serve();
	await running.refuseConnections(1);
	await running.close();
	await delay(20);
	await expect(send(running, 'listModels')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
