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
